import type { CreateAct, UpdateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Settable } from '../../definition/resource.ts'
import type { ShowAct } from '../../definition/show.ts'
import { newId } from '../../lib/id.ts'
import { forbidden, invalidField, notFound } from '../../lib/problem.ts'
import { newSigningSecret } from '../../lib/webhook-signature.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { Poster } from '../../ports/poster.ts'
import { type Credential, credentialBinding, opened } from './credentials.ts'
import { postbackconfigRules } from './postbackconfig.rules.ts'
import { postbackconfig } from './postbackconfig.ts'

type Postbackconfig = typeof postbackconfig

const SHOWN = ['basic_auth_username', 'basic_auth_password', 'signing_secret'] as const

/** The credentials of the receiver are kept sealed, bound to their record, and shown to those only who may change them. */
export const postbackconfigOperations: Operations<Postbackconfig> = {
  async create(act: CreateAct<Postbackconfig>) {
    const { cipher, poster } = act.parts
    checkUrl(poster, act.draft.url)
    const { create } = postbackconfigRules
    const decision = create?.decide?.(act.draft, act.refs, act.moment)
    const { basic_auth_username, basic_auth_password, ...draft } = act.draft
    // The seal is bound to the id, so the id is made before the record.
    const named = { id: newId(act.moment.seconds * 1000), location_id: draft.location_id }
    const secrets = { basic_auth_username, basic_auth_password, signing_secret: newSigningSecret() }
    const sealed = sealedOf(cipher, named, secrets)
    return act.store.insert(act.actor, postbackconfig, { ...draft, ...decision?.set, ...named, ...sealed })
  },
  async update(act: UpdateAct<Postbackconfig>) {
    const { cipher, poster } = act.parts
    checkUrl(poster, act.change.url)
    const { update } = postbackconfigRules
    return act.store.transaction(act.actor, async work => {
      const row = await work.lock(postbackconfig, act.row.id)
      if (!row) throw notFound()
      const decision = update?.decide?.(row, act.change, act.refs, act.moment)
      const { basic_auth_username, basic_auth_password, ...change } = act.change
      const sealed = sealedOf(cipher, row, { basic_auth_username, basic_auth_password })
      return work.update(postbackconfig, row, { ...change, ...decision?.set, ...sealed })
    })
  },
  async show(act: ShowAct<Postbackconfig>) {
    const secrets = SHOWN.filter(name => act.expand.includes(name))
    if (secrets.length > 0 && !act.may('update')) throw forbidden(`Your user type may not see ${secrets.join(', ')}.`)
    const records = await act.proceed(act.expand)
    act.rows.forEach((row, index) => {
      for (const name of secrets) records[index]![name] = opened(act.parts.cipher, row, name)
    })
    return records
  },
}

/** What is known beforehand is told at once; where a name leads is looked at when it is called, because that can change. */
function checkUrl(poster: Poster, url: string | undefined): void {
  const text = url === undefined ? null : poster.objection(url)
  if (text) throw invalidField('url', `Url ${text}`)
}

/** What was sent, sealed; null or empty takes the credential away, undefined leaves it. */
export function sealedOf(
  cipher: Cipher,
  row: { id: string; location_id: string },
  sent: Partial<Record<Credential, string | null | undefined>>,
): Settable<Postbackconfig> {
  const sealed = Object.entries(sent)
    .filter(([, plain]) => plain !== undefined)
    .map(([name, plain]) => {
      const binding = credentialBinding(row, name as Credential)
      return [`${name}_sealed`, plain ? cipher.seal(plain, binding) : null]
    })
  return Object.fromEntries(sealed)
}
