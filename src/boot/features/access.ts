import { encryptionKeyOf } from '../../auth/encryption-key.ts'
import { authorizationServer as openAuthorizationServer } from '../../auth/oauth/authorization-server.ts'
import { endUnusedGrants } from '../../auth/oauth/end-grant.ts'
import { purgeOauth } from '../../auth/oauth/store.ts'
import { signOnCodes } from '../../auth/sign-on-codes.ts'
import { cardTickets } from '../../pages/cardticket/ticket-routes.ts'
import { cardGuard } from '../../pages/checkout/card-guard.ts'
import { contactPages } from '../../pages/contactsso/contact-routes.ts'
import { registerSignOn } from '../../pages/contactsso/sign-on.ts'
import { registerHostedForms } from '../../pages/hostedform/form-routes.ts'
import { oauthEndpoints } from '../../pages/oauth/oauth-endpoints.ts'
import { oauthPages } from '../../pages/oauth/oauth-pages.ts'
import { type OwnTicket, ticketOperations } from '../../resources/ticket/ticket.operations.ts'
import { begin } from '../../resources/transaction/transaction.operations.ts'
import { newPlaceTasks } from '../../resources/user/new-place.ts'
import type { Core, Feature } from '../parts.ts'

const PURGE_EVERY_MS = 60_000

/**
 * Access of people and programs: tokens, OAuth, sign-on links with the page they lead to, and forms for merchants' own
 * pages.
 */
export function accessFeature(core: Core): Feature {
  const { config, db, cipher, store, clock, auth, messaging, publicUrl } = core
  const { tokens, credentials, refused, guesses, signatures, trail } = auth
  const oauth = { ...core, invalidateCredentials: credentials.invalidate, refused, guesses, trail }
  const authorizationServer = openAuthorizationServer(oauth)
  const codes = signOnCodes(core)
  const sandbox = config.mode === 'sandbox'
  const guard = cardGuard({ db, cipher, clock, payer_tries: config.payer_tries })
  return {
    tasks: newPlaceTasks(messaging),
    async routes(http) {
      await http.register(oauthPages, {
        ...oauth,
        authorizationServer,
        signIn: auth.signIn,
        endSessions: tokens.endAll,
      })
      await http.register(oauthEndpoints, { authorizationServer, publicUrl })
      const keyOf = (developer_id: string) => encryptionKeyOf(db, cipher, developer_id)
      registerSignOn(http, { ...core, ...auth, codes, encryptionKeyOf: keyOf })
      await http.register(contactPages, { ...core, sandbox, tokens, codes, refused })
      registerHostedForms(http, { ...core, ...auth, sandbox, guard, begin })
      const ticketsOf = (own: OwnTicket) => ticketOperations(undefined, own)
      await http.register(cardTickets, { ...core, guesses, guard, ticketsOf })
    },
    periodicTasks: [
      { name: 'purge idle tokens', every_ms: PURGE_EVERY_MS, run: () => tokens.purge() },
      { name: 'purge old codes and tokens', every_ms: PURGE_EVERY_MS, run: () => purgeOauth(db, clock.seconds()) },
      { name: 'purge uses of signatures', every_ms: PURGE_EVERY_MS, run: () => signatures.purge() },
      {
        name: 'end unused grants',
        every_ms: PURGE_EVERY_MS,
        run: () => endUnusedGrants({ db, store, clock, invalidateCredentials: credentials.invalidate }),
      },
    ],
    async close() {
      await tokens.flush()
      await trail.flush()
      await auth.active.flush()
    },
  }
}
