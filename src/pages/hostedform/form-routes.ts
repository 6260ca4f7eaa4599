import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials, Identify } from '../../auth/identify.ts'
import { pageScope, sendAnswer } from '../checkout/page-request.ts'
import { credentialsIn } from '../credentials-in.ts'
import { isSameOrigin } from '../same-origin.ts'
import { formContext } from './form-context.ts'
import { type FormNoun, readFormData } from './form-data.ts'
import { FORM_SECONDS, type FormState, sealState } from './form-state.ts'
import { type FramedAnswer, formAnswer, type HostedFormParts, submitForm } from './form-submit.ts'
import { formTrouble } from './form-trouble.ts'

export interface HostedFormOptions extends HostedFormParts {
  identify: Identify
  publicUrl(): string
}

const PATHS: Record<string, FormNoun> = { '/v2/payform': 'transaction', '/v2/accountform': 'accountvault' }

/**
 * `v2/payform` and `v2/accountform`. What is wrong with the address is told to the software that made it, in the API's own
 * shape; what is wrong with the filled form is told to the person, by a page.
 */
export function registerHostedForms(app: FastifyInstance, options: HostedFormOptions): void {
  for (const [path, noun] of Object.entries(PATHS)) {
    app.get(path, async (request, reply) => send(reply, await open(options, request, noun), options))
  }
  void app.register(async scope => {
    const { assets, publicUrl } = options
    const https = () => publicUrl().startsWith('https:')
    pageScope(scope, (_request, status) => formTrouble(assets, status, status < 500 ? 'broken' : 'error'), https)
    // A program that sends something else than the form gets an answer that programs read.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 * 1024 }, (_request, _body, done) =>
      done(null, null),
    )
    for (const path of Object.keys(PATHS)) {
      scope.post(path, async (request, reply) => {
        const { body } = request
        if (!isSameOrigin(request, publicUrl()))
          return send(reply, framed(formTrouble(assets, 403, 'foreign')), options)
        if (!(body instanceof URLSearchParams)) return notTheForm(reply)
        return send(reply, await submitForm(options, { body, address: request.ip }), options)
      })
    }
  })
}

function notTheForm(reply: FastifyReply): FastifyReply {
  const status = 415
  const message = 'This path takes the form that GET answers, and nothing else.'
  return reply.code(status).send({ name: 'Unsupported Media Type', message, code: 0, status })
}

/** The form of a signed address. Throws refusals of the API. */
async function open(options: HostedFormOptions, request: FastifyRequest, noun: FormNoun): Promise<FramedAnswer> {
  const { engine, cipher, clock, store } = options
  const credentials = credentialsIn(request)
  const caller = await options.identify(credentials)
  engine.permit(caller, noun, 'create')
  const data = readFormData(noun, credentials.parameter('data'))
  // Whoever did not declare an origin is told at the one that loads the form, as far as the browser says which that is.
  data.options.parent_origin ??= refererOf(request, options.publicUrl())
  const state: FormState = {
    ...data,
    noun,
    user_id: caller.user_id ?? '',
    page_id: `form ${cipher.fingerprint('form', signedBy(credentials))}`,
    expire_ts: clock.seconds() + FORM_SECONDS,
  }
  const context = await formContext(store, caller, state)
  return formAnswer(options, state, context, sealState(cipher, state))
}

/** Tries are counted for each signed address; where the address is not signed, for each user. */
function signedBy({ header, parameter }: Credentials): string {
  return parameter('hash-key') ?? header('hash-key') ?? parameter('user-id') ?? header('user-id') ?? ''
}

function refererOf(request: FastifyRequest, publicUrl: string): string | null {
  const origin = URL.parse(request.headers.referer ?? '')?.origin
  return origin && /^https?:/.test(origin) && origin !== URL.parse(publicUrl)?.origin ? origin : null
}

function framed(answer: ReturnType<typeof formTrouble>): FramedAnswer {
  return { ...answer, framed_by: '*' }
}

function send(reply: FastifyReply, answer: FramedAnswer, { publicUrl }: HostedFormOptions): FastifyReply {
  return sendAnswer(reply, answer, publicUrl().startsWith('https:'))
}
