import { pino } from 'pino'
import { startSandbox } from '../sandbox/start.ts'
import { createApp } from '../src/boot/app.ts'
import { openInstallation } from '../src/boot/installation.ts'
import { lifetime } from '../src/boot/lifetime.ts'
import { readConfig } from '../src/config.ts'

// The gateway with one thing left out: nobody is asked who he is. What it is faster than the real one is the price of asking.
const caller = JSON.parse(process.argv[2]!)
const config = readConfig(process.env)
const log = pino({ level: 'silent' })
const life = lifetime()
const { db, cipher } = await openInstallation(config, life, { size: 10, application_name: 'unguarded' })
const { clock, processors, terminals } = await startSandbox({ config, db, cipher, log })
const app = await createApp({
  config,
  db,
  cipher,
  clock,
  processors,
  terminals,
  log,
  bank: null,
  identify: async () => caller,
})
// The real one works on jobs beside answering, and both shall be equally busy with that.
app.worker.start()
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`unguarded ready at ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
