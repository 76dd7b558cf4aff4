# A PostgreSQL server of one's own, for tests to source. It listens on a Unix socket only, in a directory that goes with
# the test, and never touches a server that may run already.
#
#   start_postgresql DIRECTORY   starts it with an empty database `events` and the role `tester`, password `secret`;
#                                sets postgresql_url. Returns 77 where no server is installed.
#   run_sql [FILE]               runs SQL from a file or standard input
#   stop_postgresql              stops it; safe to call twice
postgresql_data=

# The server refuses to run as root.
as_server_owner() {
  if [ "$(id -u)" -ne 0 ]; then "$@"
  elif id postgres >/dev/null 2>&1; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
  else setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
  fi
}

start_postgresql() {
  local directory=$1
  postgresql_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
  [ -x "$postgresql_bin/initdb" ] || { echo "no PostgreSQL server is installed"; return 77; }
  postgresql_socket=$directory/pg
  mkdir "$postgresql_socket"
  chmod 755 "$directory"
  if [ "$(id -u)" -eq 0 ]; then chown "$(as_server_owner id -un)" "$postgresql_socket"; fi
  echo secret > "$directory/password"
  chmod 644 "$directory/password"
  postgresql_data=$postgresql_socket/data
  (cd / && as_server_owner "$postgresql_bin/initdb" -D "$postgresql_data" -U tester --pwfile="$directory/password" \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null)
  (cd / && as_server_owner "$postgresql_bin/pg_ctl" -D "$postgresql_data" -w -t 60 -l "$postgresql_socket/log" \
    -o "-c listen_addresses='' -c unix_socket_directories='$postgresql_socket'" start >/dev/null)
  local options="host=$postgresql_socket"
  postgresql_url="postgresql://tester:secret@/events?$options"
  psql -q "postgresql://tester:secret@/postgres?$options" -c 'CREATE DATABASE events'
}

run_sql() { psql -q -v ON_ERROR_STOP=1 "$postgresql_url" -f "${1:--}"; }

stop_postgresql() {
  [ -n "$postgresql_data" ] || return 0
  (cd / && as_server_owner "$postgresql_bin/pg_ctl" -D "$postgresql_data" -m immediate -w stop >/dev/null) || true
  postgresql_data=
}
