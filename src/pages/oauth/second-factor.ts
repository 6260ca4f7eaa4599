import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResourceOwner } from '../../auth/oauth/store.ts'
import { type Login, SECOND_FACTOR_PATH } from '../../auth/sign-in.ts'
import { Refusal } from '../../lib/problem.ts'
import { qrSvg } from '../../lib/qr-code.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../../resources/user/second-factor.ts'
import { keysAfter } from '../../resources/user/user-keys.ts'
import type { Words } from '../../words/words.ts'
import { type Child, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { pageFooter } from '../merchant.ts'
import type { PageResponse, SendPage } from '../page-routes.ts'
import { fieldView } from '../payform/field.ts'
import type { Presentation } from '../presentation.ts'
import {
  codeField,
  EMPTY_LOGIN,
  formOwner,
  type OauthPagesOptions,
  problemView,
  provenOwner,
  shownTo,
  signInFields,
} from './sign-in.ts'
import { signInProof } from './sign-in-proof.ts'

/** The page where users set up a second factor for their sign-ins and take it away again. */
export function secondFactorRoutes(app: FastifyInstance, options: OauthPagesOptions, send: SendPage): void {
  app.get(SECOND_FACTOR_PATH, (request, reply) =>
    send(reply, { status: 200, document: signInPage(shownTo(options, request), EMPTY_LOGIN, null) }),
  )
  app.post(SECOND_FACTOR_PATH, async (request, reply) => {
    const found = await formOwner(options, request, signInPage, 'second factor')
    if ('problem' in found) return send(reply, found.problem)
    const { owner } = found
    const visit = { options, owner, shown: shownTo(options, request) }
    const document = owner.second_factor_ts === null ? begin(visit) : inUsePage(visit)
    return send(reply, { status: 200, document: await document })
  })
  const proven = async (
    request: FastifyRequest,
    act: (visit: Visit, form: URLSearchParams) => Promise<PageResponse>,
  ) => {
    const found = await provenOwner(options, request)
    if ('problem' in found) return found.problem
    return act({ options, owner: found.owner, shown: shownTo(options, request) }, found.form)
  }
  app.post(`${SECOND_FACTOR_PATH}/confirm`, async (request, reply) => send(reply, await proven(request, confirm)))
  app.post(`${SECOND_FACTOR_PATH}/remove`, async (request, reply) => send(reply, await proven(request, remove)))
}

/** A user who has signed in on the page. */
interface Visit {
  options: OauthPagesOptions
  owner: ResourceOwner
  shown: Presentation
}

async function begin(visit: Visit): Promise<string> {
  const { options, owner } = visit
  const { secret, url } = await beginSecondFactor(options, { caller: owner.caller }, owner)
  return setUpPage(visit, { secret, url }, null)
}

async function confirm(visit: Visit, form: URLSearchParams): Promise<PageResponse> {
  const { options, owner, shown } = visit
  const { clock, endSessions, invalidateCredentials } = options
  try {
    const keys = keysAfter(owner.caller, form.get('keep_keys') === '1')
    const sent = { code: form.get('second_factor') ?? '', seconds: clock.seconds(), keys }
    const codes = await confirmSecondFactor(options, { caller: owner.caller }, owner, sent)
    await endSessions(owner.id, null)
    await invalidateCredentials()
    return { status: 200, document: codesPage(shown, codes) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code: said, refused } = shown.words.access
    const problem = error.status === 422 ? said.wrong : error.status === 429 ? refused.too_often : refused.forbidden
    return { status: error.status, document: setUpPage(visit, null, problem) }
  }
}

async function remove({ options, owner, shown }: Visit): Promise<PageResponse> {
  await removeSecondFactor(options, { caller: owner.caller }, owner.id)
  await options.endSessions(owner.id, null)
  await options.invalidateCredentials()
  const { removed, removed_text } = shown.words.access.factor
  return {
    status: 200,
    document: document(shown, removed, html`<p role="status">${removed_text}</p>`),
  }
}

function document(shown: Presentation, title: string, content: Child): string {
  return page({
    ...shown,
    title,
    width: 'narrow',
    body: html`<main class="stack">
<div><h1>${title}</h1></div>
<section class="pay">
${content}
</section>
</main>
${pageFooter(null, shown)}`,
  })
}

function signInPage(shown: Presentation, login: Login, problem: string | null): string {
  const { words, link } = shown
  const { factor, not_signed_in } = words.access
  return document(
    shown,
    `${problem ? `${not_signed_in}: ` : ''}${factor.title}`,
    html`<p class="asker">${factor.text}</p>
<form class="payform" method="post" action="${link(SECOND_FACTOR_PATH)}">
${signInFields(words, login, problem)}
<div class="send"><button class="button" type="submit">${words.page.continue}</button></div>
</form>`,
  )
}

const PIXELS = 192

/** Shows the secret once; after a wrong code the app has it already. */
function setUpPage(
  { options: { cipher, clock }, owner, shown }: Visit,
  made: { secret: string; url: string } | null,
  problem: string | null,
): string {
  const proof = signInProof(cipher, owner, clock.seconds())
  const { words, link } = shown
  const { factor, code } = words.access
  return document(
    shown,
    `${problem ? `${factor.not_confirmed}: ` : ''}${factor.set_up}`,
    html`${made && secretView(words, made)}
${problem !== null && problemView(words, problem)}
<form class="payform" method="post" action="${link(`${SECOND_FACTOR_PATH}/confirm`)}">
<input type="hidden" name="visit" value="${proof}">
${fieldView({ field: codeField(words, code.now), required: true }, { values: {}, errors: {} }, words.form)}
${keysView(words, owner)}
<div class="send"><button class="button" type="submit">${factor.confirm}</button></div>
</form>
${problem !== null && html`<p class="hint"><a href="${link(SECOND_FACTOR_PATH)}">${factor.again}</a></p>`}`,
  )
}

/** The keys of the user, which end unless he confirms them: somebody else may have made them. */
function keysView(words: Words, { caller, user_api_key_ts, user_hash_key_ts }: ResourceOwner): Html | null {
  const { keys } = words.access
  const made = [
    ...(user_api_key_ts === null ? [] : [keys.api_key(words.moment(user_api_key_ts, caller.zone))]),
    ...(user_hash_key_ts === null ? [] : [keys.hash_key(words.moment(user_hash_key_ts, caller.zone))]),
  ]
  if (made.length === 0) return null
  return html`<p>${keys.text}</p>
<ul>${made.map(each => html`<li>${each}</li>`)}</ul>
<div class="field consent"><label class="option" for="keep_keys"><input class="tick" type="checkbox" id="keep_keys" name="keep_keys" value="1">
<span>${keys.keep}</span></label></div>`
}

function secretView({ access: { factor } }: Words, { secret, url }: { secret: string; url: string }): Html {
  const image = Buffer.from(qrSvg(url, PIXELS)).toString('base64')
  return html`<p>${factor.scan}</p>
<p><img src="data:image/svg+xml;base64,${image}" alt="${factor.code_alt}" width="${PIXELS}" height="${PIXELS}"></p>
<p><code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>`
}

function codesPage(shown: Presentation, codes: readonly string[]): string {
  const { factor } = shown.words.access
  return document(
    shown,
    factor.in_use,
    html`<p role="status">${factor.keep_codes}</p>
<ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>`,
  )
}

function inUsePage({ options: { cipher, clock }, owner, shown }: Visit): string {
  const { words, link } = shown
  const { factor } = words.access
  const left = owner.recovery_code_marks?.length ?? 0
  return document(
    shown,
    factor.title,
    html`<p>${factor.since(words.moment(owner.second_factor_ts ?? 0, owner.caller.zone), left)}</p>
<form method="post" action="${link(`${SECOND_FACTOR_PATH}/remove`)}">
<input type="hidden" name="visit" value="${signInProof(cipher, owner, clock.seconds())}">
<button class="button plain" type="submit">${factor.remove}</button>
</form>`,
  )
}
