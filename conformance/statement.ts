import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A numbered statement of the contract that a tester can look at. */
export interface Statement {
  /** Such as QI-07. */
  id: string
  title: string
}

/** Every statement, in the order of the contract, from the tables in `statements/`: one line each, id and title. */
export function readStatements(): Statement[] {
  const folder = join(import.meta.dirname, 'statements')
  return readdirSync(folder)
    .toSorted()
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map(line => {
      const [id = '', title = ''] = line.split('\t')
      return { id, title }
    })
}
