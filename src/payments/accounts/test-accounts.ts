import type { Queryable } from '../../db/database.ts'
import type { Cipher } from '../../ports/cipher.ts'
import type { ConnectorSetting } from '../../ports/processor.ts'
import type { Connectors } from '../lifecycle/routing.ts'
import { ACCOUNT, type StoredAccount, secretsOf } from './stored-account.ts'

/** An active product whose payments reach its processor's test system only. */
interface TestAccount {
  product_transaction_id: string
  connector: string
  /** The name of the setting that says so; never its value. */
  setting: string
}

interface Parts {
  db: Queryable
  cipher: Pick<Cipher, 'open'>
  connectors: Connectors
}

const PAGE = 100

/** Yields the products that are in use with a test key or at a test address, in pages. */
export async function* testAccounts({ db, cipher, connectors }: Parts): AsyncGenerator<TestAccount[]> {
  for (let last = ''; ; ) {
    const page = await db.query<StoredAccount>(IN_USE, [last])
    yield page.flatMap(account => {
      const { connector, product_transaction_id } = account
      const takes = connector === null ? undefined : connectors[connector]?.takes
      const setting = takes && testSetting(takes, cipher, account)
      return setting ? [{ product_transaction_id, connector: connector!, setting }] : []
    })
    if (page.length < PAGE) return
    last = page.at(-1)!.product_transaction_id
  }
}

/** Returns the name of the first setting that is of a test system. Secrets are opened only where one could say so. */
function testSetting(
  takes: readonly ConnectorSetting[],
  cipher: Pick<Cipher, 'open'>,
  account: StoredAccount,
): string | undefined {
  const telling = takes.filter(({ of_test }) => of_test)
  const secrets = telling.some(({ is_secret }) => is_secret) ? secretsOf(cipher, account) : {}
  const given: Readonly<Record<string, string>> = { ...account.connector_settings, ...secrets }
  return telling.find(({ name, of_test }) => of_test!.test(given[name] ?? ''))?.name
}

const IN_USE = `
select account.* from producttransaction p join lateral (${ACCOUNT}
         where a.root_id = p.root_id and a.id = p.processor_account_id) as account on true
 where p.id > $1 and p.active and p.deleted_ts is null and account.connector is not null
 order by p.id limit ${PAGE}`
