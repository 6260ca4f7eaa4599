import { machineClock } from '../adapters/clock/machine.ts'
import { httpsPoster } from '../adapters/postback/https-poster.ts'
import { agentLine } from '../agents/agent-line.ts'
import { keyPlaces } from '../alerts/key-places.ts'
import { raising } from '../alerts/raise-alert.ts'
import { watchCounts } from '../alerts/watch-counts.ts'
import { authenticators } from '../auth/authenticators.ts'
import { permitReceivers, permitting } from '../auth/permissions.ts'
import { versionedCache } from '../db/versioned-cache.ts'
import { registry } from '../definition/registry.ts'
import type { Engine, StoreContext } from '../engine/engine.ts'
import { store as openStore } from '../engine/store.ts'
import { cardLikeFields } from '../events/card-like-fields.ts'
import { loadAssets } from '../pages/assets.ts'
import { microdeposits } from '../payments/bank/microdeposits/verification.ts'
import { transactionConsequences } from '../payments/posting/consequences.ts'
import { terminalRuns } from '../payments/terminals/terminal-runs.ts'
import { vaulting as openVaulting } from '../payments/vault/vault.ts'
import { dispatcher } from '../postbacks/dispatcher.ts'
import { postbackOutbox } from '../postbacks/outbox.ts'
import { nouns } from '../resources/index.ts'
import { disabling } from '../resources/postbackconfig/postbackconfig.tasks.ts'
import { newPlaceTask } from '../resources/user/new-place.ts'
import { hashKeyBinding } from '../resources/user/user.ts'
import { VERSION } from '../version.ts'
import { openMessaging } from './features/messaging.ts'
import { openProcessing } from './features/payments.ts'
import { realTerminals } from './features/terminals.ts'
import { openFiles } from './open-files.ts'
import type { AppParts, Core } from './parts.ts'

/** Opens what features share. `wakeWorker` is called when a job was enqueued. */
export function openCore(given: AppParts, wakeWorker: () => void): Core {
  const { config, db, cipher, clock, log } = given
  const watch = watchCounts(db, clock)
  const auth = authenticators({
    ...given,
    limits: config.sign_in,
    requests_per_minute: config.requests_per_minute.credential,
    bindingOf: hashKeyBinding,
    publicUrl: () => engine.public_url,
    newPlace: newPlaceTask.effect,
    watch,
  })
  const context: StoreContext = {
    db,
    clock,
    registry: registry(nouns, [transactionConsequences]),
    versionedCache: versionedCache(),
    outbox: postbackOutbox(() => postbacks.wake()),
    wake: wakeWorker,
  }
  const store = openStore(context)
  const raise = raising({ store, clock, silenced: config.alerts.silenced })
  const poster = httpsPoster({ sandbox: config.mode === 'sandbox' })
  const agents = agentLine({ db, cipher })
  const terminals = { ...realTerminals(given, agents), ...given.terminals }
  const publicUrl = (): string => engine.public_url
  const retention = {
    days: config.number_days,
    by_reference: Object.keys(given.connectors).filter(name => given.connectors[name]?.refunds_by_reference),
  }
  const vaulting = openVaulting({ db, cipher, clock, retention })
  const { payments, accounts, circuits, ...sending } = openProcessing(given, { store, vaulting, watch })
  const runs = terminalRuns({ ...given, ...sending, store, vaulting }, terminals)
  const shared = {
    cipher,
    clock,
    ...openFiles({ ...given, raise }),
    payments,
    accounts,
    circuits,
    runs,
    poster,
    terminals,
    vaulting,
    retention,
    publicUrl,
  }
  const cardLikes = cardLikeFields(db, clock)
  const engine: Engine = {
    ...context,
    permit: permitting(context.registry),
    inspect(caller, noun, { values, card_like }, stored) {
      permitReceivers(caller, noun, values, stored)
      cardLikes.count(caller, noun, card_like)
    },
    public_url: config.public_url ?? `http://${config.host}:${config.port}`,
    parts: {
      ...shared,
      microdeposits: microdeposits({ store, clock }),
      posted: () => postbacks.wake(),
      hashPassword: auth.hashing.hash,
      verifyPassword: auth.hashing.verify,
      checkOwn: auth.checkOwn,
      signInPolicy: config.sign_in.policy,
      claims_addresses: config.mode === 'sandbox',
      invalidateCredentials: auth.credentials.invalidate,
      endSessions: auth.tokens.endAll,
      signIns: { all: auth.tokens.sessions, end: auth.tokens.endSession },
    },
  }
  const health = disabling({ store, clock })
  const sending_postbacks = { db, cipher, clock, machine: machineClock, log, poster, engine, health }
  const postbacks = dispatcher({ ...sending_postbacks, version: VERSION })
  const messaging = openMessaging({ ...given, ...shared, store })
  const alerts = { watch, raise, places: keyPlaces({ db, clock, raise }) }
  const opened = { auth, engine, cardLikes, store, agents, dispatcher: postbacks, messaging, assets: loadAssets() }
  return { ...given, ...shared, ...alerts, ...opened }
}
