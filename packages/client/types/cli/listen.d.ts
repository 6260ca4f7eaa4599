import type { Printer } from './print.js';
import type { Sandbox } from './sandbox.js';
export type Listening = {
    /**
     * The address that gets each postback; null where they are printed only.
     */
    forward_to: string | null;
    resources: readonly string[];
    /**
     * Signs what is forwarded.
     */
    secret: string;
    /**
     * Ends it.
     */
    until: AbortSignal;
};
/**
 * @typedef {object} Listening
 * @property {string | null} forward_to The address that gets each postback; null where they are printed only.
 * @property {readonly string[]} resources
 * @property {string} secret Signs what is forwarded.
 * @property {AbortSignal} until Ends it.
 */
/**
 * Prints postbacks as they come, and forwards them. The gateway is told of a receiver on this machine for as long as
 * this runs; afterwards nothing of it is left there.
 * @param {Sandbox} sandbox
 * @param {Printer} printer
 * @param {Listening} options
 */
export declare function listen(sandbox: Sandbox, printer: Printer, { forward_to, resources, secret, until }: Listening): Promise<void>;
