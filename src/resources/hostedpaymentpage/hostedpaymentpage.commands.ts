import { decided } from '../../definition/command.ts'
import { newEncryptionKey } from '../../lib/page-link.ts'
import { hostedpaymentpage } from './hostedpaymentpage.ts'

export const hostedpaymentpageCommands = [
  decided(hostedpaymentpage, {
    name: 'generateencryptionkey',
    operation: 'generateHostedpaymentpageKey',
    method: 'POST',
    says: 'Gives the page a new encryption key. Links that were made with the old one open no more.',
    decide: () => ({ set: { encryption_key: newEncryptionKey() }, effects: [] }),
  }),
]
