import type { CommandAct, CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Change, Row, Settable } from '../../definition/resource.ts'
import type { ShowAct } from '../../definition/show.ts'
import { newId } from '../../lib/id.ts'
import { forbidden, notFound } from '../../lib/problem.ts'
import type { Cipher } from '../../ports/cipher.ts'
import { postbackconfigRules } from './postbackconfig.rules.ts'
import { postbackconfig } from './postbackconfig.ts'

type Postbackconfig = typeof postbackconfig

const SECRETS = ['basic_auth_username', 'basic_auth_password'] as const

/** The credentials of the receiver are kept sealed, bound to their record, and shown to those only who may change them. */
export function postbackconfigOperations(cipher: Cipher): Operations<Postbackconfig> {
  return {
    async create(act: CreateAct<Postbackconfig>) {
      const { create } = postbackconfigRules
      const facts = await create?.load?.(act.draft, act.door.reader(act.by.caller), act.moment)
      const decision = create?.decide?.(act.draft, facts, act.moment)
      const { basic_auth_username, basic_auth_password, ...draft } = act.draft
      // The seal is bound to the id, so the id is made before the record.
      const named = { id: newId(act.moment.seconds * 1000), location_id: draft.location_id }
      const sealed = sealedOf(cipher, named, { basic_auth_username, basic_auth_password })
      return act.door.insert(act.by, postbackconfig, { ...draft, ...decision?.set, ...named, ...sealed })
    },
    async update(act: CommandAct<Postbackconfig> & { change: Change<Postbackconfig> }) {
      const { update } = postbackconfigRules
      return act.door.open(act.by, async book => {
        const row = await book.lock(postbackconfig, act.row.id)
        if (!row) throw notFound()
        const facts = await update?.load?.(row, act.change, book, act.moment)
        const decision = update?.decide?.(row, act.change, facts, act.moment)
        const { basic_auth_username, basic_auth_password, ...change } = act.change
        const sealed = sealedOf(cipher, row, { basic_auth_username, basic_auth_password })
        return book.update(postbackconfig, row, { ...change, ...decision?.set, ...sealed })
      })
    },
    async show(act: ShowAct<Postbackconfig>) {
      const secrets = SECRETS.filter(name => act.expand.includes(name))
      if (secrets.length > 0 && !act.may('update')) throw forbidden(`Your user type may not see ${secrets.join(', ')}.`)
      const records = await act.proceed(act.expand)
      act.rows.forEach((row, index) => {
        for (const name of secrets) records[index]![name] = opened(cipher, row, name)
      })
      return records
    },
  }
}

/** Opens one credential of a configuration for its delivery or for who may change it; null when none is set. */
export function opened(cipher: Cipher, row: Row<Postbackconfig>, name: (typeof SECRETS)[number]): string | null {
  const sealed = row[`${name}_sealed`]
  return sealed === null ? null : cipher.open(sealed, bindingOf(row, name))
}

/** What was sent, sealed; null or empty takes the credential away, undefined leaves it. */
function sealedOf(
  cipher: Cipher,
  row: { id: string; location_id: string },
  sent: Partial<Record<(typeof SECRETS)[number], string | null | undefined>>,
): Settable<Postbackconfig> {
  const sealed = SECRETS.filter(name => sent[name] !== undefined).map(name => {
    const plain = sent[name]
    return [`${name}_sealed`, plain ? cipher.seal(plain, bindingOf(row, name)) : null]
  })
  return Object.fromEntries(sealed)
}

function bindingOf(row: { id: string; location_id: string }, field: string) {
  return { location_id: row.location_id, record_id: row.id, field }
}
