import { hash, timingSafeEqual } from 'node:crypto'
import { onLane } from '../../db/lanes.ts'
import type { Core, Feature } from '../parts.ts'

/** Figures for a monitor at `GET /metrics`, in the text format of Prometheus, for who brings the token. */
export function metricsFeature({ config: { metrics_token: token }, metrics, auth }: Core): Feature {
  if (token === null || !metrics) return {}
  return {
    routes(http) {
      metrics.admitting(http.admission.use)
      http.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) =>
        metrics.answered({ method, route: routeOptions.url, status, seconds: elapsedTime / 1000 }),
      )
      http.get('/metrics', async (request, reply) => {
        if (!isBearer(request.headers.authorization, token)) {
          await auth.refused('metrics', request.ip).catch(() => undefined)
          return reply.code(401).header('www-authenticate', 'Bearer').send()
        }
        return reply.type(metrics.content_type).send(await onLane('lists', metrics.read))
      })
    },
  }
}

function isBearer(header: string | undefined, token: string): boolean {
  const mark = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(mark(header ?? ''), mark(`Bearer ${token}`))
}
