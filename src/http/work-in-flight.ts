import type { FastifyInstance } from 'fastify'

export type WorkEnded = (deadline?: AbortSignal) => Promise<void>

/**
 * Returns what waits for the handlers of requests. A server closes when its clients have gone, and what was begun for
 * them goes on: it needs the database until it is done.
 */
export function workInFlight(app: FastifyInstance): WorkEnded {
  const running = new Set<Promise<unknown>>()
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise) {
        const end = () => running.delete(answer)
        running.add(answer)
        answer.then(end, end)
      }
      return answer
    }
  })
  return async deadline => {
    const cut = Promise.withResolvers<void>()
    deadline?.addEventListener('abort', () => cut.resolve())
    if (deadline?.aborted) return
    await Promise.race([Promise.allSettled(running), cut.promise])
  }
}
