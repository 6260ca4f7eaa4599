/** Signatures by WebCrypto, which Node, Deno and browsers have alike. */
/**
 * Returns the `hash-key` that identifies a user: HMAC-SHA-256 over user id and time, keyed with `user_hash_key`, in
 * hex. It is good for 15 minutes, at the paths that take signatures: payments, stored accounts and forms.
 * @param {{ user_id: string, user_hash_key: string, timestamp: number }} signed `timestamp` in Unix seconds.
 * @returns {Promise<string>}
 */
export declare function hashKey({ user_id, user_hash_key, timestamp }: {
    user_id: string;
    user_hash_key: string;
    timestamp: number;
}): Promise<string>;
export type FormSigner = {
    /**
     * The address of the gateway.
     */
    base_url: string;
    developer_id: string;
    /**
     * The payer sees the whole address: for forms a user with `forms_only`.
     */
    user_id: string;
    user_hash_key: string;
};
/**
 * @typedef {object} FormSigner Whose forms they are.
 * @property {string} base_url The address of the gateway.
 * @property {string} developer_id
 * @property {string} user_id The payer sees the whole address: for forms a user with `forms_only`.
 * @property {string} user_hash_key
 */
/**
 * Returns the address of a form that a payer fills in in a frame: `payform` takes a payment, `accountform` stores an
 * account. The data is signed too, so that nobody can change the amount. Made on a server, shortly before it is shown.
 * @param {FormSigner} signer
 * @param {'payform' | 'accountform'} form
 * @param {Record<string, unknown>} data `{ transaction: {…} }` or `{ accountvault: {…} }`, with the options of the
 *   form.
 * @param {{ timestamp?: number }} [options] Unix seconds; the present time when left out.
 * @returns {Promise<string>}
 */
export declare function formAddress(signer: FormSigner, form: 'payform' | 'accountform', data: Record<string, unknown>, { timestamp }?: {
    timestamp?: number;
}): Promise<string>;
/**
 * Returns the address of a sign-on link: it makes or updates a contact and opens its page, or a form that charges. It
 * is good for 15 minutes, and holds no key. Made on a server, when the payer asks for it.
 * @param {FormSigner} signer
 * @param {Record<string, unknown>} data `location_id`, `contact_api_id` and fields of the contact; `transaction_amt`,
 *   or `route` and `params`, to charge.
 * @param {{ timestamp?: number }} [options] Unix seconds; the present time when left out.
 * @returns {Promise<string>}
 */
export declare function signOnAddress(signer: FormSigner, data: Record<string, unknown>, { timestamp }?: {
    timestamp?: number;
}): Promise<string>;
export type CardOrder = {
    location_api_key: string;
    ticket_hash_key: string;
    order_id: string;
    /**
     * Unix seconds; the present time when left out.
     */
    timestamp?: number;
};
/**
 * @typedef {object} CardOrder What is paid, and by whose key it is signed.
 * @property {string} location_api_key
 * @property {string} ticket_hash_key
 * @property {string} order_id
 * @property {number} [timestamp] Unix seconds; the present time when left out.
 */
/**
 * Returns what a page of a shop needs to leave a payer's card at the gateway: good once, for 15 minutes. Made on a
 * server.
 * @param {CardOrder} order
 * @returns {Promise<{ location_api_key: string, timestamp: string, order_id: string, signature: string }>}
 */
export declare function signCardTicket({ location_api_key, ticket_hash_key, order_id, timestamp }: CardOrder): Promise<{
    location_api_key: string;
    timestamp: string;
    order_id: string;
    signature: string;
}>;
export type VerifiedPostback = {
    /**
     * The same for every try of one postback: what was taken once need not be taken again.
     */
    id: string;
    type: 'CREATE' | 'UPDATE' | 'DELETE' | 'PING';
    resource: string;
    /**
     * The number of this try, counted from 1.
     */
    number_of_attempts: number;
    /**
     * The record, as it was at that moment; `{ id }` of the configuration for a PING.
     */
    data: any;
};
/**
 * Verifies the signature of a postback (Standard Webhooks) and returns what it says. WebCrypto compares in constant
 * time. Throws a `PostbackSignatureError` for a postback that must not be believed, and an `UnusableSecretError` when
 * one of the secrets is no signing secret, whatever the others are.
 * @param {string | Uint8Array} body As it came: not parsed and written again.
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {string | readonly string[]} secret The `signing_secret` of the configuration, or several of them.
 * @param {{ tolerance_seconds?: number, now?: () => number }} [options] `now` returns milliseconds.
 * @returns {Promise<VerifiedPostback>}
 */
export declare function verifyPostback(body: string | Uint8Array, headers: Headers | Record<string, string | string[] | undefined>, secret: string | readonly string[], { tolerance_seconds, now }?: {
    tolerance_seconds?: number;
    now?: () => number;
}): Promise<VerifiedPostback>;
/**
 * Returns the headers that sign a body as a postback is signed, to try a receiver with.
 * @param {string | Uint8Array} body
 * @param {string} secret
 * @param {{ id: string, timestamp?: number }} of `timestamp` in Unix seconds; the present time when left out.
 * @returns {Promise<{ 'webhook-id': string, 'webhook-timestamp': string, 'webhook-signature': string }>}
 */
export declare function signPostback(body: string | Uint8Array, secret: string, { id, timestamp }: {
    id: string;
    timestamp?: number;
}): Promise<{
    'webhook-id': string;
    'webhook-timestamp': string;
    'webhook-signature': string;
}>;
