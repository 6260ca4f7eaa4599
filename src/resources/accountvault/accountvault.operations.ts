import type { Caller } from '../../definition/caller.ts'
import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft } from '../../definition/resource.ts'
import type { Reader } from '../../definition/rules.ts'
import type { VaultAccount } from '../../lib/account.ts'
import { invalid, invalidField } from '../../lib/problem.ts'
import type { Vaulting } from '../../payments/vault/vaulting.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { holdRecurrings } from '../recurring/hold.ts'
import { type AccountOrigin, accountOrigin } from './account-origin.ts'
import { notExpired } from './accountvault.rules.ts'
import { accountvault } from './accountvault.ts'
import { checkAddress, checkingProduct } from './address-check.ts'
import { refuseUnmet } from './bank-requirements.ts'
import { storeVault } from './store-vault.ts'
import { type VaultRecord, vaultRecord } from './vault-record.ts'

type Vault = typeof accountvault

/**
 * Storing an account: find it, check it, ask about its address where that is wanted, and only then seal it and store the
 * vault, in one transaction. A vault that is refused leaves nothing behind but the address check it asked for.
 */
export const accountvaultOperations: Operations<Vault> = {
  async create({ draft, refs, actor, store, moment, parts: { payments, vaulting } }: CreateAct<Vault>) {
    const read = store.reader(actor.caller)
    const { location_id: place } = refs
    const product_id = draft.payment_method === 'cc' ? place.default_cc : place.default_ach
    const product = await read.maybe(producttransaction, product_id)
    const origin = await accountOrigin({ draft, refs, read, vaulting, root_id: actor.caller.root_id })
    const record = vaultRecord(draft, origin, product)
    checkOrigin(vaulting, origin, record, moment.seconds, place.tz)
    if (draft.payment_method === 'ach') refuseUnmet(record, origin, product)

    const checking = checkingProduct(draft, product)
    if (checking) {
      await apiIdFree(draft, read)
      const { caller } = actor
      const account = await accountOf(vaulting, origin, record, caller)
      await checkAddress(payments, { caller, product: checking, account, track_data: draft.track_data, record })
    }
    return store.transaction(actor, async work => {
      if (origin.kind === 'account') {
        return storeVault(work, await vaulting.keep(work, draft.location_id, origin.account), record)
      }
      const { instrument } = origin
      return storeVault(
        work,
        draft.ticket ? await vaulting.redeem(work, draft.location_id, draft.ticket) : instrument,
        record,
      )
    })
  },
  /** A vault's recurrings belong to its contact, so they go with it. */
  update({ change, row, proceed }) {
    if (change.contact_id === undefined) return proceed()
    return proceed({ first: work => holdRecurrings(work, row.id) })
  },
}

/** What no look at the draft alone can tell: whether the card is still good where the vault lies. */
function checkOrigin(
  vaulting: Vaulting,
  origin: AccountOrigin,
  record: VaultRecord,
  seconds: number,
  zone: string,
): void {
  if (origin.kind === 'account') {
    const { problems } = vaulting.validate(origin.account, seconds, zone)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    return
  }
  const exp_date = record.exp_date ?? origin.instrument.exp_date
  if (exp_date) notExpired(exp_date, seconds, zone)
}

/** A fee may be due for an address check, so a vault that would be refused for its id is refused before. */
async function apiIdFree({ account_vault_api_id, location_id }: Draft<Vault>, read: Reader): Promise<void> {
  if (!account_vault_api_id || !(await read.exists(accountvault, { account_vault_api_id, location_id }))) return
  throw invalidField('account_vault_api_id', 'Account Vault Api Id has already been taken.')
}

function accountOf(
  vaulting: Vaulting,
  origin: AccountOrigin,
  record: VaultRecord,
  caller: Caller,
): Promise<VaultAccount> | VaultAccount {
  if (origin.kind === 'account') return origin.account
  const { instrument } = origin
  const exp_date = record.exp_date ?? instrument.exp_date
  const account_holder_name = record.account_holder_name ?? instrument.account_holder_name
  return vaulting.reveal({ ...instrument, exp_date, account_holder_name }, caller)
}
