import type { Printer } from './print.js';
import type { Sandbox } from './sandbox.js';
export type Call = {
    sandbox: Sandbox;
    printer: Printer;
    /**
     * What follows the name of the command.
     */
    words: readonly string[];
    options: Record<string, any>;
    env: Record<string, string | undefined>;
    /**
     * Ends what runs on.
     */
    until: AbortSignal;
};
/**
 * Every command: what it is called with, what it does, and how.
 * @type {Record<string, { takes: string, says: string, run: (call: Call) => Promise<void> }>}
 */
export declare const COMMANDS: Record<string, {
    takes: string;
    says: string;
    run: (call: Call) => Promise<void>;
}>;
