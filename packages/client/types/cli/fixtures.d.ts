import type { Stage } from './events.js';
/**
 * Makes a shop with this many months of history: subscriptions that are charged, sales, declines, refunds, invoices paid
 * and not paid, and bank debits of which one comes back. Every run makes the same. Returns how much of each.
 * @param {Stage} stage
 * @param {number} months
 * @param {(month: number) => void} tell Called after each month.
 */
export declare function makeHistory(stage: Stage, months: number, tell: (month: number) => void): Promise<{
    contacts: number;
    sales: number;
    declines: number;
    refunds: number;
    invoices: number;
    subscriptions: number;
    debits: number;
}>;
