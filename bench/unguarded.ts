import { pino } from 'pino'
import { createApp } from '../src/boot/app.ts'
import { openInstallation } from '../src/boot/installation.ts'
import { openEnvironment } from '../src/boot/mode.ts'
import { gracefulShutdown } from '../src/boot/shutdown.ts'
import { readConfig } from '../src/config.ts'

// The gateway without authentication. What it is faster than the real one is the price of authentication.
const caller = JSON.parse(process.argv[2]!)
const config = readConfig(process.env)
const log = pino({ level: 'silent' })
const { db, cipher } = await openInstallation(config, gracefulShutdown(), { size: 10, application_name: 'unguarded' })
const parts = { config, db, cipher, log }
const environment = await openEnvironment(parts)
const app = await createApp({ ...parts, ...environment, features: [], bank: null, identify: async () => caller })
// The real one works on jobs beside answering, and both shall be equally busy with that.
app.worker.start()
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`unguarded ready at ${address}\n`)
process.on('SIGTERM', () => process.exit(0))
