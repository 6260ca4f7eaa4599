import type { Assets } from '../assets.ts'
import type { Notice } from '../notice.ts'
import { noticePage } from '../notice-page.ts'

/** Why a page can show neither a form nor what is to be paid. */
export type Trouble =
  | 'gone'
  | 'receipt_gone'
  | 'file_gone'
  | 'too_often'
  | 'foreign_form'
  | 'bad_form'
  | 'unsure'
  | 'error'

/** A message on its own. `thing` is what is paid here in the middle of a sentence, `href` the way back to its page where there is one. */
export function troublePage(assets: Assets, trouble: Trouble, thing: string, href: string | null): string {
  const links = href === null ? undefined : [{ href, label: `Open the ${thing}` }]
  const notice = { ...TROUBLES[trouble](thing), links }
  return noticePage(assets, notice)
}

const TROUBLES: Record<Trouble, (thing: string) => Notice> = {
  gone: thing => ({
    icon: 'search',
    tone: 'calm',
    title: `This ${thing} is not available`,
    text: `The address may be incomplete, or the ${thing} was withdrawn. Check the link in your message, or ask the sender.`,
  }),
  receipt_gone: thing => ({
    icon: 'search',
    tone: 'calm',
    title: 'This receipt is not available',
    text: `The link may be incomplete. The ${thing} itself shows whether it is paid.`,
  }),
  file_gone: thing => ({
    icon: 'search',
    tone: 'calm',
    title: 'This file is not available',
    text: `It may have been withdrawn. Ask the sender of the ${thing} for it.`,
  }),
  too_often: () => ({
    icon: 'clock',
    tone: 'warn',
    title: 'Too many tries',
    text: 'Nothing was paid with this try. Please wait a few minutes before you pay again.',
  }),
  foreign_form: thing => ({
    icon: 'alert',
    tone: 'warn',
    title: 'This form was sent from elsewhere',
    text: `For your safety nothing was paid. Open the ${thing} from its own link and pay it there.`,
  }),
  bad_form: thing => ({
    icon: 'alert',
    tone: 'warn',
    title: 'This form could not be read',
    text: `Nothing was paid. Open the ${thing} again and fill in the form once more.`,
  }),
  unsure: thing => ({
    icon: 'clock',
    tone: 'warn',
    title: 'Your payment is being confirmed',
    text: `It was sent and we are waiting for the answer. Please do not pay again until the ${thing} shows how it ended.`,
  }),
  error: thing => ({
    icon: 'alert',
    tone: 'warn',
    title: 'Something went wrong on our side',
    text: `If you were paying, open the ${thing} and see whether it is paid before you try again.`,
  }),
}
