import { Params } from './params.ts'
import type { Parameters } from './rows-of.ts'

interface Statement {
  text: string
  values: readonly unknown[]
}

/** Returns a statement as part `name` of another one, whose parameters go on. */
export function partOf({ text, values }: Statement, name: string, params: Parameters): string {
  const marks = values.map(value => params.add(value))
  return `${name} as (${text.replaceAll(/\$(\d+)/g, (_, number) => marks[Number(number) - 1]!)})`
}

/** Returns one statement that carries out several, in no order: none may depend on what another one writes. */
export function joined(statements: readonly Statement[]): [text: string, values: readonly unknown[]] {
  const params = new Params()
  const parts = statements.map((each, index) => partOf(each, `part_${index}`, params))
  return [`with ${parts.join(',\n')}\nselect`, params.values]
}
