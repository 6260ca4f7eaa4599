/** Prints every endpoint: method, path, resource, the right it needs, and for a command its name. */
import { routesOf } from '../src/http/openapi/routes.ts'
import { bareRegistry } from './bare-registry.ts'

const rows = routesOf(bareRegistry().nouns).map(({ method, path, noun, right, command }) => [
  method,
  path,
  noun.resource.name,
  right,
  command?.name ?? '',
])
const widths = [0, 1, 2, 3].map(column => Math.max(...rows.map(row => row[column]!.length)))
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
