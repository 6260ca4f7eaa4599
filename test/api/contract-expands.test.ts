import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'

/**
 * The expands that sections 4.3 to 4.11 of the contract name, by resource; that each returns its key is tested per
 * resource.
 */
const NAMED: Readonly<Record<string, { statement: string; names: readonly string[] }>> = {
  accountvault: {
    statement: 'AV-64 AV-65',
    names: [
      'location',
      'contact',
      'signature',
      'created_user',
      'product_transaction',
      'account_vault_cau_product_transaction',
      'account_vault_cau_logs',
    ],
  },
  location: {
    statement: 'LOC-37',
    names: [
      'branding_domain',
      'created_user',
      'developer_company',
      'product_transactions',
      'product_recurring',
      'product_file',
      'parent',
      'terminal',
    ],
  },
  paylink: {
    statement: 'PL-37',
    names: ['contact', 'email_blacklist', 'sms_blacklist', 'location', 'tags', 'created_user', 'payment_url'],
  },
  recurring: {
    statement: 'RC-48',
    names: [
      'created_user',
      'account_vault',
      'transactions',
      'signature',
      'location',
      'contact',
      'tags',
      'product_transaction',
    ],
  },
  tag: { statement: 'TAG-11', names: ['created_user'] },
  scanner: { statement: 'SCN-16', names: ['scanner_model', 'location', 'created_user', 'scanner_manufacturer'] },
  deviceterm: {
    statement: 'DT-20 DT-21',
    names: ['created_user', 'location', 'terminal', 'reason_code', 'signature'],
  },
  transaction: { statement: 'L3-19', names: ['transaction_level3'] },
}

/** Expands of contract 4.11: none. */
const NONE = ['transactionlevel3']

const registry = bareRegistry()

for (const [name, { statement, names }] of Object.entries(NAMED)) {
  test(`${statement} ${name} has every expand the contract names`, () => {
    const { expands } = registry.get(name).resource
    assert.deepEqual(
      names.filter(each => !Object.hasOwn(expands, each)),
      [],
    )
  })
}

test('L3-24 level 3 data has no expands', () => {
  for (const name of NONE) assert.deepEqual(Object.keys(registry.get(name).resource.expands), [])
})
