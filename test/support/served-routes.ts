import type { App } from '../../src/boot/app.ts'

/**
 * Every route of the server, as `GET /v2/tags/{id}`: the first parameter of a path is called id. HEAD goes with GET.
 */
export function servedRoutes({ http }: App): string[] {
  const above: string[] = []
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (.*) \(([A-Z, ]+)\)$/.exec(line) ?? []
      if (path === '') return line.trim() === '' ? [] : unreadable(line)
      const depth = indent.length / 4
      above.splice(depth, above.length, path)
      const whole = above
        .slice(0, depth + 1)
        .join('')
        .replace(/:key\b/g, '{id}')
        .replace(/:(\w+)/g, '{$1}')
      return methods
        .split(', ')
        .filter(method => method !== 'HEAD')
        .map(method => `${method} ${whole}`)
    })
}

function unreadable(line: string): never {
  throw new Error(`the list of routes has a line of another form: ${line}`)
}
