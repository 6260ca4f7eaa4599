import type { Sandbox, Shop } from './sandbox.js';
export type Stage = {
    tollgate: Sandbox['tollgate'];
    shop: Shop;
    /**
     * Moves the sandbox's clock.
     */
    advance: (span: string) => Promise<void>;
    /**
     * The day at the sandbox's clock, `yyyy-mm-dd`.
     */
    today: () => Promise<string>;
};
export type Made = [resource: string, record: Record<string, any>];
/**
 * @param {Stage} stage
 * @param {string} transaction_amount
 * @param {Record<string, any>} [over]
 * @param {import('../../types/api.js').RequestOptions} [options]
 */
export declare function sell(stage: Stage, transaction_amount: string, over?: Record<string, any>, options?: import('../../types/api.js').RequestOptions): Promise<import("../../types/api.js").Transaction>;
/**
 * @param {Stage} stage
 * @param {string} account_number
 * @param {string} transaction_amount
 */
export declare function debit({ tollgate, shop }: Stage, account_number: string, transaction_amount: string): Promise<import("../../types/api.js").Transaction>;
/**
 * @param {Stage} stage
 * @param {Record<string, any>} item_list
 */
export declare function invoice(stage: Stage, item_list: Record<string, any>): Promise<import("../../types/api.js").Quickinvoice>;
/**
 * @param {Stage} stage
 * @param {string} quickinvoice_id
 * @param {string} amount
 */
export declare function pay(stage: Stage, quickinvoice_id: string, amount: string): Promise<{
    sale: import("../../types/api.js").Transaction;
    paid: import("../../types/api.js").Quickinvoice;
}>;
/**
 * @param {Stage} stage
 * @param {string} transaction_amount
 */
export declare function subscribe(stage: Stage, transaction_amount: string): Promise<import("../../types/api.js").Recurring>;
/**
 * What can be made to happen: what it is, and how.
 * @type {Record<string, [says: string, make: (stage: Stage) => Promise<Made[]>]>}
 */
export declare const EVENTS: Record<string, [says: string, make: (stage: Stage) => Promise<Made[]>]>;
