import { onLane } from '../../src/db/lanes.ts'
import type { Caller } from '../../src/definition/caller.ts'
import { command as runCommand } from '../../src/engine/command.ts'
import { create } from '../../src/engine/create.ts'
import { list } from '../../src/engine/list.ts'
import { remove, update } from '../../src/engine/update.ts'
import { commandResponse } from '../../src/http/command-response.ts'
import { errorResponse } from '../../src/http/error-response.ts'
import { idempotency } from '../../src/http/idempotency.ts'
import { idempotentRequest } from '../../src/http/idempotent-request.ts'
import { type Route, routesOf } from '../../src/http/openapi/routes.ts'
import type { ApiParts } from '../../src/http/request.ts'
import { type HttpResponse, jsonResponse } from '../../src/http/response.ts'
import type { Reply, Way } from '../races/way.ts'
import type { Json } from '../support/app.ts'
import type { Scheduler } from './scheduler.ts'
import type { SimulatedGateway } from './simulated-gateway.ts'

/**
 * The API of a simulated gateway for scenes of the races. It runs the product's route code after authentication and
 * body parsing, and the product's Idempotency-Keys.
 */
export function wayToGateway(gateway: SimulatedGateway, scheduler: Scheduler, caller: Caller): Way {
  const { engine, store, db, cipher, clock, log } = gateway.core
  const parts = { engine, store, idempotency: idempotency(db, cipher, clock) } as ApiParts
  const routes = shapesOf(engine.registry)
  const answer = async (method: string, path: string, body: Json, key: string | undefined): Promise<Reply> => {
    // In the sandbox, moving the clock runs due work.
    if (path === '/sandbox/clock') return drained(gateway)
    const [found, id] = match(routes, method, path)
    const query = [...new URLSearchParams(path.split('?')[1] ?? '')]
    const run = (claim: string | null) => perform(parts, found, { caller, claim }, { id, query, body })
    if (key === undefined) return replyOf(await run(null))
    const keyed = { key, request: `${method} ${path}`, noun: found.noun.resource.name, is_async: false }
    const status = found.right === 'create' ? (201 as const) : (200 as const)
    const asked = { ...keyed, status, expand: undefined, is_joined: false }
    return replyOf(await idempotentRequest(parts, caller, asked, { body, uploads: [] }, run, log))
  }
  return {
    send: (method, path, body, headers = {}) =>
      scheduler.within(gateway, () =>
        onLane('requests', () =>
          answer(method, path, body, headers['idempotency-key']).catch(error => replyOf(errorResponse(error, log))),
        ),
      ),
    close: () => undefined,
  }
}

async function drained(gateway: SimulatedGateway): Promise<Reply> {
  await gateway.drain()
  return { status: 200, headers: {}, body: undefined }
}

interface Shaped {
  route: Route
  shape: RegExp
}

/** The routes are the same in every process. */
let shapes: Shaped[] | undefined

function shapesOf({ nouns }: ApiParts['engine']['registry']): Shaped[] {
  shapes ??= routesOf(nouns).map(route => ({ route, shape: shapeOf(route) }))
  return shapes
}

function shapeOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
}

function match(routes: readonly Shaped[], method: string, path: string): [Route, string] {
  const plain = path.split('?', 1)[0]!
  const found = routes.find(({ route, shape }) => route.method === method && shape.test(plain))
  if (!found) throw new Error(`there is no route ${method} ${path}`)
  return [found.route, found.shape.exec(plain)?.[1] ?? '']
}

async function perform(
  { engine, store }: ApiParts,
  { noun, right, command }: Route,
  actor: { caller: Caller; claim: string | null },
  { id, query, body }: { id: string; query: [string, string][]; body: Json },
): Promise<HttpResponse> {
  const { resource } = noun
  if (right === 'list' && !command) {
    const { records } = await list(engine, actor.caller, resource, query, query, record => record)
    return jsonResponse({ [resource.plural]: records })
  }
  const named = Object.fromEntries(query)
  if (command) {
    const asked = { key: command.on === 'one' ? id : null, query: named, body, uploads: [], is_async: false }
    const result = await runCommand(engine, store, noun, command, actor, asked)
    return commandResponse(engine, resource, actor.caller, result, undefined)
  }
  if (right === 'remove') {
    await remove(engine, store, noun, actor, id, named)
    return { status: 204, body: '' }
  }
  const { row } =
    right === 'create'
      ? await create(engine, store, noun, actor, body, [])
      : await update(engine, store, noun, actor, id, named, body)
  const made = await commandResponse(engine, resource, actor.caller, { row: row as never }, undefined)
  return { ...made, status: right === 'create' ? 201 : 200 }
}

function replyOf({ status, body }: HttpResponse): Reply {
  return { status, headers: {}, body: body === '' ? undefined : JSON.parse(String(body)) }
}
