import type { Command } from '../../definition/command.ts'
import { newEncryptionKey } from '../../lib/page-link.ts'
import { notFound } from '../../lib/problem.ts'
import { sealedKeys } from '../../lib/sealed-key.ts'
import { hostedpaymentpage } from './hostedpaymentpage.ts'

const generateencryptionkey: Command<typeof hostedpaymentpage> = {
  name: 'generateencryptionkey',
  operation: 'generateHostedpaymentpageKey',
  method: 'POST',
  on: 'one',
  right: 'update',
  returns: 'record',
  says: 'Gives the page a new encryption key. Links that were made with the old one open no more.',
  async run({ actor, store, row: { id }, parts: { cipher } }) {
    const row = await store.transaction(actor, async work => {
      const locked = await work.lock(hostedpaymentpage, id)
      if (!locked) throw notFound()
      return work.update(hostedpaymentpage, locked, sealedKeys(cipher, locked, { encryption_key: newEncryptionKey() }))
    })
    return { row }
  },
}

export const hostedpaymentpageCommands = [generateencryptionkey]
