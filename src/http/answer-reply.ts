import type { Answer, OtherRecord } from '../definition/command.ts'
import type { Resource } from '../definition/resource.ts'
import type { Actor } from '../definition/store.ts'
import { present } from '../engine/read.ts'
import type { ApiParts, Reply } from './api.ts'
import { rawReply } from './raw-reply.ts'

/** What a command answers, as it goes out. */
export async function answerReply(
  parts: ApiParts,
  resource: Resource,
  actor: Actor,
  answer: Answer<Resource>,
  expand: string | undefined,
): Promise<Reply> {
  if ('raw' in answer) return rawReply(answer)
  if ('record' in answer) return recordReply(parts, actor, answer, expand)
  if ('body' in answer)
    return { status: answer.status ?? 200, body: JSON.stringify(answer.body), secret: answer.secret ?? false }
  if (!('row' in answer)) return { status: 204, body: '' }
  const names = [...(answer.expand ?? []), ...(expand ? [expand] : [])].join(',')
  const record = await present(parts.engine, actor.caller, resource, answer.row, names || undefined)
  return { status: answer.status ?? 200, body: JSON.stringify({ [resource.name]: record }) }
}

/** The record of another noun than the path's. Work that goes on says where it can be looked for. */
async function recordReply(
  parts: ApiParts,
  { caller }: Actor,
  { record: { noun, row }, status }: OtherRecord,
  expand: string | undefined,
): Promise<Reply> {
  const { resource } = parts.engine.registry.get(noun)
  const shown = await present(parts.engine, caller, resource, row, status === 202 ? undefined : expand)
  const { href } = (shown._links as { self: { href: string } }).self
  const headers: Record<string, string> =
    status === 202 ? { location: href, 'preference-applied': 'respond-async' } : {}
  return { status, body: JSON.stringify({ [resource.name]: shown }), headers }
}
