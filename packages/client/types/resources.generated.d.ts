import type { AccountvaultsResource, MicrodepositsResource, TicketsResource, TransactionsResource, HostedpaymentpagesResource, QuickinvoicesResource, PaylinksResource, RecurringsResource, TagsResource, QuickInvoiceViewsResource, QuickInvoiceSettingsResource, ContactsResource, NotesResource, FilesResource, RefundapprovalsResource, TransactionbatchesResource, DiscrepanciesResource, TransactionhistoriesResource, Transactionlevel3sResource, PostbackconfigsResource, PostbacklogsResource, PostbackattemptsResource, ReasoncodesResource, TerminalsResource, TerminalrunsResource, RoutertransactionsResource, RouteraccountvaultsResource, TerminalagentsResource, TerminalapplicationsResource, TerminalcvmsResource, TerminalinfosResource, TerminalmanufacturersResource, ScannersResource, ScannermodelsResource, ScannermanufacturersResource, DevicetermsResource, SignaturesResource, LocationsResource, ProducttransactionsResource, SurchargesResource, UsersResource, AuthroleusersResource, LocationinfosResource, ProductfilesResource, ProductaccountvaultsResource, ProductrecurringsResource, BrandingDomainsResource, DevelopercompaniesResource, SalestaxResource, SalestaxratesResource, OauthclientsResource, OauthgrantsResource, TokenResource, AlertsResource, LogEmailsResource, LogSmsesResource, EmailBlacklistsResource, SmsBlacklistsResource, ChangelogsResource, HealthResource } from '../types/api.js';
import type { Requests } from './requests.js';
/** @import { AccountvaultsResource, MicrodepositsResource, TicketsResource, TransactionsResource, HostedpaymentpagesResource, QuickinvoicesResource, PaylinksResource, RecurringsResource, TagsResource, QuickInvoiceViewsResource, QuickInvoiceSettingsResource, ContactsResource, NotesResource, FilesResource, RefundapprovalsResource, TransactionbatchesResource, DiscrepanciesResource, TransactionhistoriesResource, Transactionlevel3sResource, PostbackconfigsResource, PostbacklogsResource, PostbackattemptsResource, ReasoncodesResource, TerminalsResource, TerminalrunsResource, RoutertransactionsResource, RouteraccountvaultsResource, TerminalagentsResource, TerminalapplicationsResource, TerminalcvmsResource, TerminalinfosResource, TerminalmanufacturersResource, ScannersResource, ScannermodelsResource, ScannermanufacturersResource, DevicetermsResource, SignaturesResource, LocationsResource, ProducttransactionsResource, SurchargesResource, UsersResource, AuthroleusersResource, LocationinfosResource, ProductfilesResource, ProductaccountvaultsResource, ProductrecurringsResource, BrandingDomainsResource, DevelopercompaniesResource, SalestaxResource, SalestaxratesResource, OauthclientsResource, OauthgrantsResource, TokenResource, AlertsResource, LogEmailsResource, LogSmsesResource, EmailBlacklistsResource, SmsBlacklistsResource, ChangelogsResource, HealthResource } from '../types/api.js' */
/** @import { Requests } from './requests.js' */
/** The resources of the API, by the names of their paths. */
export declare class Resources {
    /** A stored card or bank account. Its number is sealed; payments name the record instead of the number. @type {AccountvaultsResource} */
    accountvaults: AccountvaultsResource;
    /** A verification of a stored bank account by two small amounts that its holder reads on a statement. @type {MicrodepositsResource} */
    microdeposits: MicrodepositsResource;
    /** Stands once, and for minutes, for an account that a payment or a vault is made of. @type {TicketsResource} */
    tickets: TicketsResource;
    /** One payment with the processor, from the request to what finally became of it. status_id tells the result. @type {TransactionsResource} */
    transactions: TransactionsResource;
    /** A page on which payers pay a merchant who needs no software for it. @type {HostedpaymentpagesResource} */
    hostedpaymentpages: HostedpaymentpagesResource;
    /** A request for payment of listed items, which its recipient pays on a page of its own. @type {QuickinvoicesResource} */
    quickinvoices: QuickinvoicesResource;
    /** A link on which one amount is paid, once. @type {PaylinksResource} */
    paylinks: PaylinksResource;
    /** A series of payments from a stored account, made by the gateway on their days. @type {RecurringsResource} */
    recurrings: RecurringsResource;
    /** A word by which a location sorts its invoices, paylinks, recurrings and payments. @type {TagsResource} */
    tags: TagsResource;
    /** One time that the page of an invoice was opened. @type {QuickInvoiceViewsResource} */
    quick_invoice_views: QuickInvoiceViewsResource;
    /** What new invoices of a location start with. @type {QuickInvoiceSettingsResource} */
    quick_invoice_settings: QuickInvoiceSettingsResource;
    /** A customer of a location: who pays, how he is reached, and what was agreed with him. @type {ContactsResource} */
    contacts: ContactsResource;
    /** A note that people keep with a contact or another record. @type {NotesResource} */
    notes: NotesResource;
    /** A file that is attached to a contact or an invoice. @type {FilesResource} */
    files: FilesResource;
    /** The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount). @type {RefundapprovalsResource} */
    refundapprovals: RefundapprovalsResource;
    /** The payments of a product that are settled together. @type {TransactionbatchesResource} */
    transactionbatches: TransactionbatchesResource;
    /** A difference between what the gateway and a processor, a bank or a terminal say of a payment. @type {DiscrepanciesResource} */
    discrepancies: DiscrepanciesResource;
    /** One status that a payment had, and since when. @type {TransactionhistoriesResource} */
    transactionhistories: TransactionhistoriesResource;
    /** The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it. @type {Transactionlevel3sResource} */
    transactionlevel3s: Transactionlevel3sResource;
    /** Where changes of records are posted (webhooks). @type {PostbackconfigsResource} */
    postbackconfigs: PostbackconfigsResource;
    /** One postback with its state; its attempts are embedded by expand. @type {PostbacklogsResource} */
    postbacklogs: PostbacklogsResource;
    /** One attempt to deliver a postback: request and response. @type {PostbackattemptsResource} */
    postbackattempts: PostbackattemptsResource;
    /** A reason for the status of a payment; the same for all merchants. @type {ReasoncodesResource} */
    reasoncodes: ReasoncodesResource;
    /** A payment terminal of a location. @type {TerminalsResource} */
    terminals: TerminalsResource;
    /** One request at a terminal, from its beginning to what became of it. @type {TerminalrunsResource} */
    terminalruns: TerminalrunsResource;
    /** A payment that a terminal takes: the answer comes when the payer is done. @type {RoutertransactionsResource} */
    routertransactions: RoutertransactionsResource;
    /** A card that a terminal reads and the gateway stores for a contact. @type {RouteraccountvaultsResource} */
    routeraccountvaults: RouteraccountvaultsResource;
    /** A program in the shop through which terminals are reached that have no address in the internet. @type {TerminalagentsResource} */
    terminalagents: TerminalagentsResource;
    /** The software of a terminal and what it can do; the same for all merchants. @type {TerminalapplicationsResource} */
    terminalapplications: TerminalapplicationsResource;
    /** How a terminal verifies the cardholder; the same for all merchants. @type {TerminalcvmsResource} */
    terminalcvms: TerminalcvmsResource;
    /** A terminal as a till needs it. Read only. @type {TerminalinfosResource} */
    terminalinfos: TerminalinfosResource;
    /** A maker of terminals; the same for all merchants. @type {TerminalmanufacturersResource} */
    terminalmanufacturers: TerminalmanufacturersResource;
    /** A device that reads checks. @type {ScannersResource} */
    scanners: ScannersResource;
    /** A model of scanner; the same for all merchants. @type {ScannermodelsResource} */
    scannermodels: ScannermodelsResource;
    /** A maker of scanners; the same for all merchants. @type {ScannermanufacturersResource} */
    scannermanufacturers: ScannermanufacturersResource;
    /** Terms that a terminal shows to a customer, and what the customer said to them. @type {DevicetermsResource} */
    deviceterms: DevicetermsResource;
    /** A signature, as a picture, on a payment, a vault, a recurring or terms. @type {SignaturesResource} */
    signatures: SignaturesResource;
    /** A merchant's place of business. Locations form a tree: callers see their own and all below it. @type {LocationsResource} */
    locations: LocationsResource;
    /** What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment. @type {ProducttransactionsResource} */
    producttransactions: ProducttransactionsResource;
    /** What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it. @type {SurchargesResource} */
    surcharges: SurchargesResource;
    /** A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it. @type {UsersResource} */
    users: UsersResource;
    /** The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights. @type {AuthroleusersResource} */
    authroleusers: AuthroleusersResource;
    /** A location together with everything that is set up for it. Read only. @type {LocationinfosResource} */
    locationinfos: LocationinfosResource;
    /** The file service of a location: whether files may be attached, and how large they may be. @type {ProductfilesResource} */
    productfiles: ProductfilesResource;
    /** The vault service of a location: whether accounts may be stored. @type {ProductaccountvaultsResource} */
    productaccountvaults: ProductaccountvaultsResource;
    /** The recurring service of a location. @type {ProductrecurringsResource} */
    productrecurrings: ProductrecurringsResource;
    /** The domain under which a merchant's pages and mails appear. @type {BrandingDomainsResource} */
    branding_domains: BrandingDomainsResource;
    /** A company that makes software for merchants. @type {DevelopercompaniesResource} */
    developercompanies: DevelopercompaniesResource;
    /** A quote of the sales tax that a location adds. @type {SalestaxResource} */
    salestax: SalestaxResource;
    /** The rate of sales tax of a location, for everywhere or for one ZIP code. @type {SalestaxratesResource} */
    salestaxrates: SalestaxratesResource;
    /** A program that users of this merchant may let act for them. @type {OauthclientsResource} */
    oauthclients: OauthclientsResource;
    /** What a user allowed an integration to do. @type {OauthgrantsResource} */
    oauthgrants: OauthgrantsResource;
    /** Sign in with a password, and sign a contact on by a link. @type {TokenResource} */
    token: TokenResource;
    /** A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up. @type {AlertsResource} */
    alerts: AlertsResource;
    /** A mail that was sent, failed or was withheld. @type {LogEmailsResource} */
    log_emails: LogEmailsResource;
    /** A text message that was sent, failed or was withheld. @type {LogSmsesResource} */
    log_smses: LogSmsesResource;
    /** An address that is mailed nothing. @type {EmailBlacklistsResource} */
    email_blacklists: EmailBlacklistsResource;
    /** A number that is texted nothing. @type {SmsBlacklistsResource} */
    sms_blacklists: SmsBlacklistsResource;
    /** An entry of the audit trail: who did what to which record, when, from where and with which credential. @type {ChangelogsResource} */
    changelogs: ChangelogsResource;
    /** For load balancers and monitors. @type {HealthResource} */
    health: HealthResource;
    /** @param {Requests} requests */
    constructor(requests: Requests);
}
