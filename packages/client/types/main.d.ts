// Written by `npm run client` from the description of the API: not to be edited.

export type * from './api.js'
export type { Identity } from './credentials.js'
export * from './index.js'
export type { TollgateOptions } from './requests.js'
export type { FormSigner, VerifiedPostback } from './signatures.js'
