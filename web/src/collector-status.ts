// One line that says whether what is shown is live, and otherwise how old it is. Only a change of state is announced.
import type { Connection } from "./collector-connection";
import type { Say } from "./collector-page";
import { h, setText, whileBuilt } from "./dom";

export function statusLine(say: Say, connection: Connection): HTMLElement {
  const { text } = say;
  const state = h("strong", { role: "status" });
  const age = h("span", { class: "age" });
  const button = h("button", { type: "button", class: "download" }, text.tryNow);
  button.addEventListener("click", () => connection.retryNow());
  const light = h("i", { "aria-hidden": "true" });
  const line = h("div", { class: "connection", id: "connection" }, light, state, age, button);
  const show = () => {
    line.dataset["state"] = connection.state;
    setText(state, text.states[connection.state]);
    const { freshAt, retryAt, problem } = connection;
    button.hidden = connection.state !== "lost";
    if (connection.state === "live") return setText(age, text.asOf(say.time(freshAt)));
    if (connection.state === "connecting") return setText(age, "");
    const left = Math.ceil((retryAt - Date.now()) / 1000);
    const parts = [
      problem && problem.detail !== "" ? text.serverProblem(problem.detail) : "",
      freshAt === 0 ? text.nothingYet : text.shownFrom(say.time(freshAt), say.ago(Date.now() - freshAt)),
      left > 0 ? text.nextTry(String(left)) : text.trying,
    ];
    setText(age, parts.filter(Boolean).join(" "));
  };
  connection.onChange(show);
  const timer = window.setInterval(show, 1000);
  whileBuilt().addEventListener("abort", () => window.clearInterval(timer));
  show();
  return line;
}
