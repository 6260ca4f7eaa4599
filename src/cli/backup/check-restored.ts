import type { Loading } from '../../db/loading.ts'
import type { Head, Manifest } from './format.ts'
import { tableMark } from './row-sum.ts'

/** Reads every table again out of the database it was brought into. Throws with the first that is not as it was. */
export async function checkRestored(loading: Loading, { tables }: Head, marks: Manifest['tables']): Promise<void> {
  for (const table of tables) {
    const found = tableMark()
    for await (const piece of loading.read(table) as AsyncIterable<Buffer>) found.add(piece)
    const { rows, sum } = found.end()
    const want = marks[table.name]
    if (rows !== want?.rows || sum !== want.sum)
      throw new Error(
        `the table ${table.name} has ${rows} rows and should have ${want?.rows}, all the same: nothing was kept`,
      )
  }
}
