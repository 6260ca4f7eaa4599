import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials, Identify } from '../../auth/identify.ts'
import type { SecretGuesses } from '../../auth/secret-guesses.ts'
import type { SignatureUses } from '../../auth/signature-uses.ts'
import { Refusal } from '../../lib/problem.ts'
import { isSameOrigin, type PageResponse, pageScope, pageSender, VISITS_ONLY } from '../page-routes.ts'
import { payFormState } from '../payform/pay-form-view.ts'
import { LANGUAGE, presentation } from '../presentation.ts'
import { takeSignature } from './form-address.ts'
import { API_ID, FORM_SECONDS, type FormNoun, type FormState, openState, readFormData, sealState } from './form-data.ts'
import { formContext, formProblem } from './form-page.ts'
import { formResponse, framedBy, type HostedFormParts, submitForm } from './form-submit.ts'

export interface HostedFormOptions extends HostedFormParts {
  identify: Identify
  signatures: SignatureUses
  guesses: SecretGuesses
  publicUrl(): string
}

const PATHS: Record<string, FormNoun> = { '/v2/payform': 'transaction', '/v2/accountform': 'accountvault' }

/**
 * Registers `v2/payform` and `v2/accountform`. Errors of the address are for the software that made it and have the
 * form of API errors; errors of a submitted form are for the person and are shown by a page.
 */
export function registerHostedForms(app: FastifyInstance, options: HostedFormOptions): void {
  const { cipher, publicUrl } = options
  const send = pageSender(publicUrl)
  for (const [path, noun] of Object.entries(PATHS)) {
    app.get(path, VISITS_ONLY, async (request, reply) => {
      try {
        return send(reply, await open(options, request, noun))
      } catch (error) {
        // Software that made a wrong address reads why; a person whose browser opens an old one is shown a page.
        if (!(error instanceof Refusal) || !isNavigation(request)) throw error
        return send(reply, formProblem(presentation(options, request), error.status, 'unavailable'))
      }
    })
  }
  app.get(CHARGE_PATH, async (request, reply) => send(reply, await openSealed(options, request)))
  void app.register(async scope => {
    pageScope(scope, send, (request, status) =>
      formProblem(presentation(options, request), status, status < 500 ? 'broken' : 'error'),
    )
    // A program that sends anything but the form gets an error of the API and no page.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 * 1024 }, (_request, _body, done) =>
      done(null, null),
    )
    for (const path of Object.keys(PATHS)) {
      scope.post(path, async (request, reply) => {
        const { body } = request
        if (!(body instanceof URLSearchParams)) return notTheForm(reply)
        const asked = body.get(LANGUAGE) ?? undefined
        const shown = presentation(options, request, null, asked)
        if (!isSameOrigin(request, publicUrl())) {
          const state = openState(cipher, body.get('form'))
          return send(reply, { ...formProblem(shown, 403, 'foreign'), ...(state ? framedBy(state) : {}) })
        }
        return send(reply, await submitForm(options, { body, address: request.ip, shown }))
      })
    }
  })
}

/** Only browsers say what a request is for, and only they show its answer to a person (Fetch Metadata). */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate'
}

/** Where a sign-on link leads that is to charge somebody. */
export const CHARGE_PATH = '/charge'

/** Shows the form that a sign-on has made; its address is sealed, and as good as the form would be in a frame. */
async function openSealed(options: HostedFormOptions, request: FastifyRequest): Promise<PageResponse> {
  const { cipher, clock, store, credentials } = options
  const shown = presentation(options, request)
  const { form } = request.query as Record<string, unknown>
  const sealed = typeof form === 'string' ? form : ''
  const state = openState(cipher, sealed)
  if (!state) return formProblem(shown, 400, 'broken')
  if (state.expire_ts <= clock.seconds()) return formProblem(shown, 410, 'expired')
  await credentials.ensureFresh()
  const known = await credentials.user(state.user_id)
  if (!known || known.caller.forms_only) return formProblem(shown, 401, 'expired')
  const caller = { ...known.caller, method: 'form', credential: null, address: request.ip }
  const context = await formContext(store, caller, state, shown.words)
  return formResponse(shown, state, context, sealed, payFormState(clock))
}

function notTheForm(reply: FastifyReply): FastifyReply {
  const status = 415
  const message = 'This path takes the form that GET answers, and nothing else.'
  return reply.code(status).send({ name: 'Unsupported Media Type', message, code: 0, status })
}

/** Returns the form of a signed address. Throws refusals of the API. */
async function open(options: HostedFormOptions, request: FastifyRequest, noun: FormNoun): Promise<PageResponse> {
  const { engine, cipher, clock, store } = options
  const credentials = credentialsIn(request)
  const caller = await options.identify(credentials)
  engine.permit(caller, noun, 'create')
  const data = readFormData(noun, credentials.parameter('data'))
  const { record } = data
  const at_terminal = data.options.at_terminal !== null
  if (at_terminal) engine.permit(caller, 'routertransaction', 'create')
  const named = {
    location_id: String(record.location_id ?? caller.location_id),
    api_id: String(record[API_ID[noun]]),
    pays_out: noun === 'transaction' && record.action === 'refund',
    at_terminal,
  }
  const signed_by = await takeSignature(options, caller, credentials, named)
  const state: FormState = {
    ...data,
    noun,
    user_id: caller.user_id ?? '',
    page_id: `form ${cipher.fingerprint('form', signed_by)}`,
    expire_ts: clock.seconds() + FORM_SECONDS,
  }
  const shown = presentation(options, request)
  const context = await formContext(store, caller, state, shown.words)
  return formResponse(shown, state, context, sealState(cipher, state), payFormState(clock))
}

/** The credentials of a request, by the names of contract section 5. */
function credentialsIn(request: FastifyRequest): Credentials {
  const query = request.query as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    path: request.url.split('?', 1)[0]!,
    verb: request.method,
    address: request.ip,
    request_id: request.id,
    header: name => text(request.headers[name]),
    parameter: name => text(query[name]),
    onSuccess: run => {
      request.onSuccess = run
    },
  }
}
