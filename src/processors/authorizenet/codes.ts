import { type DeclineClass, NO_RESPONSE_DATA, type Outcome } from '../../ports/processor.ts'

/** What a code of Authorize.Net means for a request that did not go well. */
interface Refusal {
  reason_code_id: number
  decline_class: DeclineClass
  /** For the operator: the account does not work. */
  misconfigured?: string
}

const CREDENTIALS = 'Authorize.Net does not accept login_id and transaction_key.'
const RIGHTS = 'The API login at Authorize.Net lacks a permission that this request needs.'
const ACCOUNT = 'The account at Authorize.Net is not active, or is in test mode.'
const ACQUIRER = 'The account at Authorize.Net is not set up at its acquirer; call the merchant service provider.'
const CARDS = 'The account at Authorize.Net does not take cards.'
const ECHECK = 'eCheck.Net is not switched on for the account at Authorize.Net.'
const WALLETS = 'Wallets are not switched on for the account at Authorize.Net.'
const SETTINGS = 'Settings of the account at Authorize.Net do not allow this request.'

type Group = readonly [reason_code_id: number, decline_class: DeclineClass, codes: string, misconfigured?: string]

/** Response reason codes of requests that were declined or refused, by what they are to us. */
const REASONS: readonly Group[] = [
  // Issuers.
  [1601, 'soft', '2 191 265 314'],
  [1602, 'soft', '3'],
  [1520, 'never', '4'],
  [1608, 'hard', '6 37 200 211 315'],
  [1614, 'hard', '7 201 316'],
  [1622, 'hard', '8 317'],
  [1610, 'hard', '215 218'],
  [1800, 'hard', '44 78'],
  [1656, 'hard', '65 165'],
  [1655, 'hard', '27 45 127 145'],
  [1623, 'soft', '88 89'],
  [1625, 'hard', '17 28'],
  // Fraud filters, authentication of the cardholder, security.
  [1624, 'hard', '41 66 116 117 118 141 156 250 251 254 312 313'],
  // Bank accounts.
  [1660, 'hard', '9 10 71 101 128 244'],
  [1640, 'hard', '248'],
  // Amounts.
  [1666, 'hard', '5 47 49 51 55 203 262'],
  // The state of the original.
  [1668, 'hard', '12 15 16 64 72 230 308 319'],
  [1667, 'hard', '54 219 296 297 298 311 327'],
  [1667, 'soft', '50'],
  [1609, 'hard', '310'],
  [1801, 'hard', '11 222 318'],
  // What the acquirer or the kind of account does not have.
  [1626, 'hard', '48 53 67 100 119 124 155 174 175 202 243 245 246 247 260 289'],
  [1626, 'hard', '225 226 227 228 229 231 232 233 234 235 236 237 238 239 240 241 242'],
  [1626, 'hard', '330 331 332 333 334 339 340 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009'],
  [1626, 'hard', '2100 2101 2102 2103 2104 2105 2106 2107 2108 2109'],
  [1588, 'hard', '153'],
  // Their system, or the way to the acquirer: nothing was captured, and the same may go well later.
  [1627, 'soft', '19 20 21 22 23 25 26 35 36 52 57 58 59 60 61 62 63 120 121 122 152 180 181 192'],
  [1627, 'soft', '209 214 217 220 223 224 261 328 901'],
  // Fields that it does not take.
  [1599, 'hard', '14 33 42 46 68 69 70 73 74 75 76 77 79 80 81 82 83 84 85 86 93 94 95 96 111 112 113 195'],
  [1599, 'hard', '270 271 280 281 282 283 284 285 286 287 290 307 325 326 341 342 343 344 350 351'],
  // The account.
  [1540, 'hard', '13 32 102 103', CREDENTIALS],
  [1540, 'hard', '123', RIGHTS],
  [1540, 'hard', '114 115 130 131 132', ACCOUNT],
  [1540, 'hard', '24 29 30 31 34 38 43 170 171 172 173 185 204 205 206 207 208 210 212 213 216 221', ACQUIRER],
  [1540, 'hard', '56', CARDS],
  [1540, 'hard', '18 90', ECHECK],
  [1540, 'hard', '154', WALLETS],
  [1540, 'hard', '39 40 87 91 92 97 98 99 288 300 301 302 303 304 305 306 309 320', SETTINGS],
]

/** Codes of the envelope: the request was refused as a whole, and nothing of it was carried out. */
const ENVELOPES: readonly Group[] = [
  [1540, 'hard', 'E00005 E00006 E00007', CREDENTIALS],
  [1540, 'hard', 'E00008 E00009', ACCOUNT],
  [1540, 'hard', 'E00010 E00011 E00059 E00064 E00079 E00080 E00081 E00086', RIGHTS],
  [1540, 'hard', 'E00020', ECHECK],
  [1540, 'hard', 'E00021', CARDS],
  [1540, 'hard', 'E00025 E00044 E00047 E00074', SETTINGS],
  [1588, 'hard', 'E00040 E00098 E00035'],
  [1599, 'hard', 'E00002 E00003 E00004 E00012 E00013 E00014 E00015 E00016 E00017 E00018 E00019 E00022 E00023 E00024'],
  [1599, 'hard', 'E00026 E00028 E00029 E00030 E00031 E00032 E00033 E00034 E00036 E00037 E00038 E00039 E00041 E00042'],
  [1599, 'hard', 'E00043 E00045 E00046 E00048 E00050 E00051 E00052 E00054 E00055 E00056 E00057 E00058 E00060 E00061'],
  [1599, 'hard', 'E00065 E00066 E00067 E00068 E00069 E00070 E00071 E00072 E00073 E00075 E00076 E00077 E00082 E00083'],
  [1599, 'hard', 'E00084 E00085 E00087 E00088 E00089 E00090 E00091 E00092 E00093 E00094 E00095 E00096 E00097 E00099'],
  [1599, 'hard', 'E00100 E00101 E00102 E00103 E00105 E00106 E00107'],
]

/** Nobody can tell from these whether the request was carried out; it has to be looked up. */
export const UNDECIDED: ReadonlySet<string> = new Set(
  '0 E00001 E00027 E00049 E00053 E00062 E00063 E00078 E00104'.split(' '),
)

/** Under review by a person: of eCheck.Net, of the fraud filters before and after the issuer was asked. */
export const REVIEWED: ReadonlySet<string> = new Set('104 105 106 107 108 109 110 193 252 253'.split(' '))

/** The request of before has the same amount, account and invoice number: it is the same one. */
export const DUPLICATE = '11'
export const PARTLY_APPROVED = '295'
export const ALREADY_CAPTURED = '311'
export const ALREADY_VOIDED = '310'
/** Said of a void whose original cannot be found among those that are not settled yet. */
export const NOT_VOIDABLE: ReadonlySet<string> = new Set(['15', '16', '327'])

const REFUSALS: ReadonlyMap<string, Refusal> = new Map([...REASONS, ...ENVELOPES].flatMap(refusals))

function refusals([reason_code_id, decline_class, codes, misconfigured]: Group): [string, Refusal][] {
  const refusal = { reason_code_id, decline_class, ...(misconfigured ? { misconfigured } : {}) }
  return codes.split(' ').map(code => [code, refusal])
}

/** Returns what a code means; undefined for one that is not documented. */
export function refusalOf(code: string): Refusal | undefined {
  return REFUSALS.get(code)
}

/** Declined without a reason that is documented. */
const GENERIC: Refusal = { reason_code_id: 1500, decline_class: 'hard' }

/** Returns the decline that a code stands for. */
export function declinedOutcome(code: string, text: string, refusal: Refusal = GENERIC): Outcome {
  const response_message = `${code} ${text}`.trim().slice(0, 255)
  return { ...NO_RESPONSE_DATA, result: 'declined', ...refusal, verbiage: text || 'Declined', response_message }
}

/** Communication error: what happened is not known, and only `find` may say. */
export function unknownOutcome(verbiage: string): Outcome {
  return { ...NO_RESPONSE_DATA, result: 'unknown', reason_code_id: 1531, verbiage }
}

/** Which part of an address fits, by the letter of the address check. STREET and ZIP name the part that does not. */
const AVS: Readonly<Record<string, Outcome['avs']>> = {
  A: 'ZIP',
  N: 'BAD',
  W: 'STREET',
  Z: 'STREET',
  X: 'GOOD',
  Y: 'GOOD',
  B: null,
  E: null,
  G: null,
  P: null,
  R: null,
  S: null,
  U: null,
}
/** Not asked for, or not applicable: the networks' letter for both is V. */
const NOT_CHECKED: ReadonlySet<string> = new Set(['B', 'P'])

/** Returns what the address check said; nulls for a letter that is not documented. */
export function addressCheck(letter: string | null): Pick<Outcome, 'avs' | 'avs_enhanced'> {
  if (letter === null || !(letter in AVS)) return { avs: null, avs_enhanced: null }
  return { avs: AVS[letter] ?? null, avs_enhanced: NOT_CHECKED.has(letter) ? 'V' : letter }
}

/** Returns what the check of the security code said: match, no match, not processed, should be there, no issuer. */
export function codeCheck(letter: string | null): string | null {
  return letter !== null && /^[MNPSU]$/.test(letter) ? letter : null
}
