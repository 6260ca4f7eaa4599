import { openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import { checking, connect, visa } from './authorizenet.fixture.ts'
import { processorContract } from './processor.contract.ts'

processorContract('authorizenet', async () => {
  const host = await openAuthorizeNet()
  return {
    processor: connect(host.url, {}, 5000),
    unreachable: connect('http://127.0.0.1:1'),
    card: visa,
    bank: checking,
    approved: 1000n,
    declined: { billing: { zip: '46282' }, reason_code_id: 1601 },
    settle: async () => void host.book.close(),
    transcript: async () =>
      JSON.stringify(host.book.entries, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    close: host.close,
  }
})
