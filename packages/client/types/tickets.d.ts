/** What the browser of a payer sends by itself, so that no card comes to the server of a shop. */
export type LeftCard = {
    /**
     * What a transaction or an account vault takes as `ticket`, once and within 15 minutes.
     */
    id: string;
    order_id: string;
    first_six: string;
    last_four: string;
    /**
     * The brand of the card.
     */
    account_type: string;
    /**
     * Unix seconds.
     */
    expire_ts: number;
};
export type TypedCard = {
    card_number: string;
    /**
     * MMYY.
     */
    exp_date: string;
    cvv?: string;
    account_holder_name?: string;
    billing_street?: string;
    billing_zip?: string;
};
/**
 * @typedef {object} LeftCard
 * @property {string} id What a transaction or an account vault takes as `ticket`, once and within 15 minutes.
 * @property {string} order_id
 * @property {string} first_six
 * @property {string} last_four
 * @property {string} account_type The brand of the card.
 * @property {number} expire_ts Unix seconds.
 */
/**
 * @typedef {object} TypedCard What a payer typed.
 * @property {string} card_number
 * @property {string} exp_date MMYY.
 * @property {string} [cvv]
 * @property {string} [account_holder_name]
 * @property {string} [billing_street]
 * @property {string} [billing_zip]
 */
/**
 * Leaves a card at the gateway and returns the ticket for it. The page's origin has to be one of the location's
 * `ticket_origins`. May be called again after a mistake: the second card takes the place of the first.
 * @param {string} base_url The address of the gateway.
 * @param {{ location_api_key: string, timestamp: string, order_id: string, signature: string }} signed As
 *   `signCardTicket` made it on the server of the shop.
 * @param {TypedCard} card
 * @returns {Promise<LeftCard>}
 */
export declare function leaveCard(base_url: string, signed: {
    location_api_key: string;
    timestamp: string;
    order_id: string;
    signature: string;
}, card: TypedCard): Promise<LeftCard>;
