// Writes towns.csv from the npm package @etalab/decoupage-administratif 0.3.0 (communes, populations and EPCI of early
// 2019). In an empty directory:
//   npm install @etalab/decoupage-administratif@0.3.0
//   node <here>/make.mjs node_modules/@etalab/decoupage-administratif > towns.csv
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFolder = process.argv[2]
const read = (name) => JSON.parse(readFileSync(join(packageFolder, 'data', name), 'utf8'))

const regionNames = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'regions.csv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0])

// The names of the package that the paper spells in another way.
const paperName = { 'CA Pays de Montbéliard Agglomération': 'CA Pays de Montbéliard Agglomeration' }
// Two communes of the Doubs belong to it; it is none of the paper's 17 regions.
const leftOut = 'CC du Pays de Villersexel'

const population = new Map(
  read('communes.json')
    .filter((commune) => commune.type === 'commune-actuelle')
    .map((commune) => [commune.code, commune.population])
)
const rows = []
for (const epci of read('epci.json')) {
  const towns = epci.membres.filter((town) => town.code.startsWith('25'))
  if (towns.length === 0 || epci.nom === leftOut) continue
  const region = paperName[epci.nom] ?? epci.nom
  if (!regionNames.includes(region)) throw new Error(`'${region}' is not in regions.csv`)
  for (const town of towns) {
    const people = population.get(town.code)
    if (!(people > 0)) throw new Error(`${town.nom} (${town.code}) has no population`)
    rows.push([town.code, town.nom, people, region])
  }
}
rows.sort((a, b) => (a[0] < b[0] ? -1 : 1))
console.log('insee,town,population,region')
for (const row of rows) console.log(row.join(','))
