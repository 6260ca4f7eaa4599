/** The checks of each resource and of what holds for all of them. Never: the list of statements, which is data. */

import type { Check } from '../check.ts'
import { fieldChecks } from '../field-checks.ts'
import { accountvaultFacts } from '../fields/accountvault.ts'
import { devicetermFacts } from '../fields/deviceterm.ts'
import { locationFacts } from '../fields/location.ts'
import { paylinkFacts } from '../fields/paylink.ts'
import { quickinvoiceFacts } from '../fields/quickinvoice.ts'
import { recurringFacts } from '../fields/recurring.ts'
import { scannerFacts } from '../fields/scanner.ts'
import { tagFacts } from '../fields/tag.ts'
import { userFacts } from '../fields/user.ts'
import { accountChecks } from './accountvault/account.ts'
import { addressChecks } from './accountvault/address-check.ts'
import { vaultEndpointChecks } from './accountvault/endpoints.ts'
import { modeChecks } from './accountvault/modes.ts'
import { ssoChecks } from './contactsso.ts'
import { devicetermChecks } from './deviceterm.ts'
import { errorChecks } from './errors.ts'
import { bodyChecks } from './general/bodies.ts'
import { developerIdChecks } from './general/developer-id.ts'
import { expandChecks } from './general/expands.ts'
import { filterChecks } from './general/filters.ts'
import { pageChecks } from './general/pages.ts'
import { recordChecks } from './general/records.ts'
import { timeWordChecks } from './general/time-words.ts'
import { hmacChecks } from './hmac.ts'
import { level3Checks } from './level3.ts'
import { limitChecks } from './limits.ts'
import { locationChecks } from './location.ts'
import { locationinfoChecks } from './locationinfo.ts'
import { oauthChecks } from './oauth.ts'
import { paylinkChecks } from './paylink.ts'
import { deliveryChecks } from './postback.ts'
import { postbackChecks } from './postbackconfig.ts'
import { endpointChecks } from './quickinvoice/endpoints.ts'
import { fileChecks } from './quickinvoice/files.ts'
import { itemChecks } from './quickinvoice/items.ts'
import { messageChecks } from './quickinvoice/messages.ts'
import { minimalChecks } from './quickinvoice/minimal.ts'
import { paymentChecks } from './quickinvoice/payments.ts'
import { peopleChecks } from './quickinvoice/people.ts'
import { productChecks } from './quickinvoice/products.ts'
import { stateChecks } from './quickinvoice/states.ts'
import { recurringChecks } from './recurring.ts'
import { recurringRunChecks } from './recurring-runs.ts'
import { routerChecks } from './router.ts'
import { scannerChecks } from './scanner.ts'
import { tagChecks } from './tag.ts'
import { signInChecks } from './token.ts'
import { userChecks } from './user.ts'
import { userKeyChecks } from './user-key.ts'

const FACTS = [
  quickinvoiceFacts,
  accountvaultFacts,
  locationFacts,
  tagFacts,
  paylinkFacts,
  recurringFacts,
  userFacts,
  scannerFacts,
  devicetermFacts,
]

/** Every check there is. */
export function allChecks(): Check[] {
  return [...ruleChecks(), ...fieldTableChecks()]
}

/** What follows from the tables of fields, and lists longer than a page, which need thousands of records. */
export function fieldTableChecks(): Check[] {
  return [...limitChecks, ...FACTS.flatMap(fieldChecks)]
}

/** Every rule that is no row of a table of fields. */
export function ruleChecks(): Check[] {
  return [
    ...bodyChecks,
    ...recordChecks,
    ...pageChecks,
    ...filterChecks,
    ...timeWordChecks,
    ...expandChecks,
    ...developerIdChecks,
    ...minimalChecks,
    ...itemChecks,
    ...productChecks,
    ...peopleChecks,
    ...messageChecks,
    ...fileChecks,
    ...endpointChecks,
    ...paymentChecks,
    ...stateChecks,
    ...modeChecks,
    ...accountChecks,
    ...addressChecks,
    ...vaultEndpointChecks,
    ...locationChecks,
    ...tagChecks,
    ...level3Checks,
    ...locationinfoChecks,
    ...paylinkChecks,
    ...postbackChecks,
    ...recurringChecks,
    ...scannerChecks,
    ...userChecks,
    ...devicetermChecks,
    ...deliveryChecks,
    ...recurringRunChecks,
    ...routerChecks,
    ...hmacChecks,
    ...signInChecks,
    ...oauthChecks,
    ...ssoChecks,
    ...userKeyChecks,
    ...errorChecks,
  ]
}
