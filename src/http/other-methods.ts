import type { FastifyInstance } from 'fastify'
import { send } from './api.ts'
import { plain } from './errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** Methods a path does not have answer 405 and name those it has. */
export function refuseOtherMethods(app: FastifyInstance, path: string, has: readonly string[]): void {
  const allow = has.toSorted().join(', ')
  for (const method of METHODS.filter(each => !has.includes(each))) {
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      handler: async (_request, reply) => send(reply, plain(405, 'This method is not offered here.', { allow })),
    })
  }
}
