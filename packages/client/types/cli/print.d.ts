/**
 * @typedef {object} Printer
 * @property {(text: string, data: unknown) => void} tell Prints a line for people, or with --json the data as one line.
 * @property {(text: string) => void} note Prints what is for people only, on standard error.
 */
export type Printer = {
    /**
     * Prints a line for people, or with --json the data as one line.
     */
    tell: (text: string, data: unknown) => void;
    /**
     * Prints what is for people only, on standard error.
     */
    note: (text: string) => void;
};
/**
 * @param {boolean} as_json
 * @param {(line: string) => void} out
 * @param {(line: string) => void} err
 * @returns {Printer}
 */
export declare function printer(as_json: boolean, out: (line: string) => void, err: (line: string) => void): Printer;
/**
 * Returns the local time of a moment.
 * @param {number} milliseconds
 */
export declare function clockTime(milliseconds: number): string;
/**
 * Returns what matters of a record, in words.
 * @param {string} resource
 * @param {Record<string, any>} record
 */
export declare function inShort(resource: string, record: Record<string, any>): string;
