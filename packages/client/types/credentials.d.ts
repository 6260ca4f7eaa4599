/** How a caller says who he is: the ways of the API, each as the headers that it sends. */
export type UserKey = {
    user_id: string;
    user_api_key: string;
};
export type UserHashKey = {
    user_id: string;
    user_hash_key: string;
};
export type AccessToken = {
    access_token: string;
    renew_token?: () => Promise<string>;
};
export type Login = {
    domain: string;
    username: string;
    password: string;
    second_factor?: string;
};
export type Identity = UserKey | UserHashKey | AccessToken | Login;
export type Credential = {
    /**
     * Returns what to send with the next request.
     */
    headers: () => Promise<Record<string, string>>;
    /**
     * Called after a 401: the next headers are made anew. Only where that may help.
     */
    renew?: () => void;
};
/**
 * @typedef {{ user_id: string, user_api_key: string }} UserKey A user and his API key.
 * @typedef {{ user_id: string, user_hash_key: string }} UserHashKey A user and the key he signs with; taken at
 *   payments, stored accounts and taxes only.
 * @typedef {{ access_token: string, renew_token?: () => Promise<string> }} AccessToken A token of `/v2/token` or of
 *   OAuth. `renew_token` returns another one when it has ended; without it somebody else renews.
 * @typedef {{ domain: string, username: string, password: string, second_factor?: string }} Login
 *   A person; the token is made when it is needed, and made again when it has ended.
 * @typedef {UserKey | UserHashKey | AccessToken | Login} Identity
 */
/**
 * @typedef {object} Credential
 * @property {() => Promise<Record<string, string>>} headers Returns what to send with the next request.
 * @property {() => void} [renew] Called after a 401: the next headers are made anew. Only where that may help.
 */
/**
 * Returns the credential of a caller. Throws a TypeError where none of the four ways is complete.
 * @param {Partial<UserKey & UserHashKey & AccessToken & Login>} given
 * @param {{ signIn: (login: Login) => Promise<string>, now: () => number }} parts `now` returns milliseconds.
 * @returns {Credential}
 */
export declare function credentialOf(given: Partial<UserKey & UserHashKey & AccessToken & Login>, { signIn, now }: {
    signIn: (login: Login) => Promise<string>;
    now: () => number;
}): Credential;
