import type { Answer } from './client.ts'
import { that } from './expect.ts'
import type { Lab } from './lab.ts'

/** What a person types into the sign-in form of the authorization page. */
export interface SignIn {
  domain: string
  username: string
  password: string
}

export interface Page {
  answer: Answer
  /** The address the page was read from, which its form is relative to. */
  address: string
  cookies: string
}

const MOST_STEPS = 8

/**
 * A browser without scripts: keeps cookies, follows redirects within the service, and stops at the first one that
 * leaves it.
 */
async function go(lab: Lab, address: string, cookies: string, form: URLSearchParams | null): Promise<Page> {
  const base = new URL(lab.base_url)
  let url = new URL(address, base)
  let jar = cookies
  let body = form
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const headers = { accept: 'text/html', ...(jar === '' ? {} : { cookie: jar }) }
    const browser = lab.as(headers)
    const path = url.pathname + url.search
    const answer = body === null ? await browser.get(path) : await browser.send('POST', path, body)
    jar = withCookies(jar, answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    const next = location === null ? null : new URL(location, url)
    if (next === null || next.origin !== base.origin) return { answer, address: url.href, cookies: jar }
    url = next
    body = null
  }
  throw new Error(`${address} redirects without end`)
}

function withCookies(jar: string, set: readonly string[]): string {
  const kept = new Map(
    jar
      .split('; ')
      .filter(Boolean)
      .map(each => [each.split('=')[0] ?? '', each]),
  )
  for (const line of set) {
    const [pair = ''] = line.split(';')
    kept.set(pair.split('=')[0] ?? '', pair)
  }
  return [...kept.values()].join('; ')
}

export const openConsent = (lab: Lab, address: string): Promise<Page> => go(lab, address, '', null)

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#34;', '"') ?? null

/** Names of the inputs of a page, hidden ones included. */
export function inputsOf(document: string): Map<string, string> {
  const inputs = [...document.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag)
  return new Map(
    inputs.flatMap(tag =>
      attribute(tag, 'name') === null ? [] : [[attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']],
    ),
  )
}

/** Fills in the fields of a page and presses the button that grants or the one that refuses. */
async function submitConsent(lab: Lab, page: Page, person: SignIn, choice: 'grant' | 'refuse'): Promise<Page> {
  const document = page.answer.text
  const form = /<form\b[^>]*>/.exec(document)?.[0]
  that(form !== undefined, `${page.answer.asked} answered ${page.answer.status} without a form`)
  const fields = inputsOf(document)
  for (const name of fields.keys()) {
    for (const [word, value] of Object.entries(person)) if (name.toLowerCase().includes(word)) fields.set(name, value)
  }
  const buttons = [...document.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(([, tag = '', text = '']) => ({
    tag: ` ${tag}`,
    text,
  }))
  const refuses = ({ tag, text }: { tag: string; text: string }): boolean =>
    /refuse|deny|decline|cancel|not allow|don.t/i.test(`${attribute(tag, 'value') ?? ''} ${text}`)
  const button = buttons.find(each => refuses(each) === (choice === 'refuse'))
  that(button !== undefined, `${page.answer.asked} has no button to ${choice}`)
  const name = attribute(button.tag, 'name')
  if (name !== null) fields.set(name, attribute(button.tag, 'value') ?? '')
  const action = attribute(button.tag, 'formaction') ?? attribute(form, 'action') ?? page.address
  return go(lab, new URL(action, page.address).href, page.cookies, new URLSearchParams([...fields]))
}

/**
 * Signs in and decides, on one page or on two. Returns the redirect that leaves the service, or the page that stopped
 * it.
 */
export async function decide(lab: Lab, address: string, person: SignIn, choice: 'grant' | 'refuse'): Promise<Answer> {
  let page = await openConsent(lab, address)
  for (let step = 0; step < 2; step += 1) {
    if (page.answer.status !== 200) break
    const asksWho = [...inputsOf(page.answer.text).keys()].some(name => /password/i.test(name))
    const hasRefusal = /refuse|deny|decline|cancel/i.test(page.answer.text)
    page = await submitConsent(lab, page, person, asksWho && !hasRefusal ? 'grant' : choice)
    if (page.answer.status !== 200 || page.answer.headers.get('location') !== null) break
    if ([...inputsOf(page.answer.text).keys()].some(name => /password/i.test(name))) break
  }
  return page.answer
}
