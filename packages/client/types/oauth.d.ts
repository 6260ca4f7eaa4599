/** OAuth 2.0, for software that acts for users of merchants who allowed it. */
export type OAuthOptions = {
    /**
     * The address of the gateway.
     */
    base_url: string;
    client_id: string;
    /**
     * A public integration has none, and proves itself by PKCE.
     */
    client_secret?: string;
    /**
     * 60,000 unless another is given.
     */
    timeout_ms?: number;
    /**
     * In place of the platform's own.
     */
    fetch?: typeof fetch;
};
export type OAuthTokens = {
    access_token: string;
    refresh_token: string;
    /**
     * Seconds.
     */
    expires_in: number;
    /**
     * Who allowed it.
     */
    user_id: string;
    /**
     * As it was sent.
     */
    state?: string | null;
};
/**
 * @typedef {object} OAuthOptions
 * @property {string} base_url The address of the gateway.
 * @property {string} client_id
 * @property {string} [client_secret] A public integration has none, and proves itself by PKCE.
 * @property {number} [timeout_ms] 60,000 unless another is given.
 * @property {typeof fetch} [fetch] In place of the platform's own.
 */
/**
 * @typedef {object} OAuthTokens What the consent of a user was exchanged for.
 * @property {string} access_token
 * @property {string} refresh_token
 * @property {number} expires_in Seconds.
 * @property {string} user_id Who allowed it.
 * @property {string | null} [state] As it was sent.
 */
/** An integration at a gateway. */
export declare class OAuth {
    #private;
    /** @param {OAuthOptions} options */
    constructor({ base_url, timeout_ms, ...options }: OAuthOptions);
    /**
     * Returns the address where a user allows it. Keep `state`, and compare it when the user comes back.
     * @param {{ redirect_uri: string, state: string, code_challenge?: string }} asked
     */
    authorizationAddress({ redirect_uri, state, code_challenge }: {
        redirect_uri: string;
        state: string;
        code_challenge?: string;
    }): string;
    /**
     * Returns the tokens for a code, which is good once.
     * @param {string} code
     * @param {{ redirect_uri: string, code_verifier?: string }} asked As the user was sent.
     * @returns {Promise<OAuthTokens>}
     */
    exchange(code: string, { redirect_uri, code_verifier }: {
        redirect_uri: string;
        code_verifier?: string;
    }): Promise<OAuthTokens>;
    /**
     * Returns new tokens. The refresh token may be another one: keep it in place of the old one.
     * @param {string} refresh_token
     * @returns {Promise<OAuthTokens>}
     */
    refresh(refresh_token: string): Promise<OAuthTokens>;
    /**
     * Ends a token, and with a refresh token everything that was granted with it.
     * @param {string} token
     * @returns {Promise<void>}
     */
    revoke(token: string): Promise<void>;
}
/**
 * Returns a new `code_verifier` and its `code_challenge` (RFC 7636).
 * @returns {Promise<{ code_verifier: string, code_challenge: string }>}
 */
export declare function pkce(): Promise<{
    code_verifier: string;
    code_challenge: string;
}>;
