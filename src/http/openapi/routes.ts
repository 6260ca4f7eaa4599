/** The OpenAPI description, derived from the definitions. Never: a fact that a definition does not state, a noun. */

import type { Command } from '../../definition/command.ts'
import type { Noun } from '../../definition/noun.ts'
import type { Verb } from '../../definition/resource.ts'

/** One endpoint. */
export interface Route {
  method: Command['method']
  /** As OpenAPI writes it: `/v2/tags/{id}`. */
  path: string
  noun: Noun
  /** What the caller's user type has to allow. */
  right: Verb
  /** Null for the five operations every resource may have; `right` then says which one it is. */
  command: Command | null
}

const FIVE: readonly { verb: Verb; method: Command['method']; on: Command['on'] }[] = [
  { verb: 'create', method: 'POST', on: 'all' },
  { verb: 'list', method: 'GET', on: 'all' },
  { verb: 'read', method: 'GET', on: 'one' },
  { verb: 'update', method: 'PUT', on: 'one' },
  { verb: 'remove', method: 'DELETE', on: 'one' },
]

/**
 * Returns every endpoint of these resources, in the order of the definitions. An operation hides a command at its
 * address.
 */
export function routesOf(nouns: readonly Noun[]): Route[] {
  return nouns.flatMap(noun => {
    const routes = [...fiveOf(noun), ...noun.commands.map(command => routeOf(noun, command))]
    const first = new Map<string, Route>()
    for (const route of routes) {
      const address = addressOf(route)
      if (!first.has(address)) first.set(address, route)
    }
    return [...first.values()]
  })
}

/** Returns `GET /v2/tags/{id}`. */
export function addressOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`
}

/** Whether the path names one record. */
export function isOnOne(route: Route): boolean {
  return route.path.includes('/{id}')
}

function fiveOf(noun: Noun): Route[] {
  const offered = FIVE.filter(({ verb }) => noun.resource.verbs.includes(verb))
  return offered.flatMap(({ verb, method, on }) => {
    const route: Route = { method, path: pathOf(noun, on, ''), noun, right: verb, command: null }
    return verb === 'update' && movesMoney(noun) ? [route, { ...route, method: 'POST' as const }] : [route]
  })
}

/** Public clients POST what moves money, such as a capture, to the record itself, where a PUT is stated. */
function movesMoney({ operations }: Noun): boolean {
  return operations.isOpen !== undefined
}

function routeOf(noun: Noun, command: Command): Route {
  const path = pathOf(noun, command.on, command.path ?? `/${command.name}`)
  return { method: command.method, path, noun, right: command.right, command }
}

function pathOf(noun: Noun, on: Command['on'], below: string): string {
  const named = below.replaceAll(/:(\w+)/g, '{$1}')
  return `/v2/${noun.resource.plural}${on === 'one' ? '/{id}' : ''}${named}`
}
