/** What ends a command without its having done what it should. */
/** How a command ended, for scripts. */
export declare const EXIT: {
    done: number;
    failed: number;
    misused: number;
    unreachable: number;
};
/** A sentence for the person at the terminal, and how the command ends. */
export declare class Problem extends Error {
    exit_code: number;
    /**
     * @param {string} message
     * @param {number} [exit_code]
     */
    constructor(message: string, exit_code?: number);
}
