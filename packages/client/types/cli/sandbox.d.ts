import { Tollgate } from '../index.js';
export type Sandbox = {
    base_url: string;
    tollgate: Tollgate;
    /**
     * Uses a control of the sandbox.
     */
    control: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<any>;
};
/**
 * @typedef {object} Sandbox The gateway that a command works with.
 * @property {string} base_url
 * @property {Tollgate} tollgate
 * @property {(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<any>} control Uses a control of the sandbox.
 */
/**
 * Returns the gateway that the environment names, or the sandbox that was started in this folder or one above it. Throws
 * a Problem where there is none.
 * @param {Record<string, string | undefined>} env
 * @param {{ sandbox?: string | undefined, merchant?: string | undefined, cwd?: string }} options
 * @returns {Sandbox}
 */
export declare function openSandbox(env: Record<string, string | undefined>, { sandbox, merchant, cwd }: {
    sandbox?: string | undefined;
    merchant?: string | undefined;
    cwd?: string;
}): Sandbox;
export type Shop = {
    location_id: string;
    card: string;
    bank: string | null;
};
/**
 * @typedef {object} Shop Where the user works, and the products that take his payments.
 * @property {string} location_id
 * @property {string} card
 * @property {string | null} bank
 */
/**
 * @param {Sandbox} sandbox
 * @returns {Promise<Shop>}
 */
export declare function shopOf({ tollgate }: Sandbox): Promise<Shop>;
