import type { Resource } from '../../definition/resource.ts'
import { isOnOne, type Route } from './routes.ts'

/** Returns what a component is called that describes this resource: `QuickInvoiceSetting`. */
export function componentName(resource: Pick<Resource, 'name'>): string {
  return pascal(resource.name)
}

/** Returns the name of the component for one kind of body or response of an operation: `SkipRecurringPaymentBody`. */
export function operationComponent(route: Route, kind: string): string {
  return `${capital(operationId(route))}${kind}`
}

const VERBS: Readonly<Record<Route['right'], string>> = {
  create: 'create',
  list: 'list',
  read: 'get',
  update: 'update',
  remove: 'delete',
}

/** Returns `createTag`, `listTags`, `reopenQuickinvoice`: unique, and a valid name of a function. */
export function operationId(route: Route): string {
  const { resource } = route.noun
  const one = componentName(resource)
  if (!route.command && route.right === 'update' && route.method === 'POST') return `actOn${one}`
  if (!route.command) return `${VERBS[route.right]}${route.right === 'list' ? pluralName(resource) : one}`
  const { name, operation } = route.command
  if (operation) return operation.replace('*', one)
  return `${name}${isOnOne(route) ? one : pluralName(resource)}`
}

/** Returns a name of a function as words: `Skip recurring payment`. */
export function inWords(name: string): string {
  return capital(name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`))
}

/** The plural of the path has no underscores in some resources whose name has them. */
function pluralName({ name, plural }: Pick<Resource, 'name' | 'plural'>): string {
  const [one, many] = [name, plural].map(each => each.replaceAll('_', ''))
  return many!.startsWith(one!) ? `${pascal(name)}${many!.slice(one!.length)}` : pascal(plural)
}

function pascal(name: string): string {
  return name.split('_').map(capital).join('')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
