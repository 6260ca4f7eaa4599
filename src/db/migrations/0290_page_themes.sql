-- How a merchant's pages look: colours, corners and letters beside those of its buttons (decision 0060).
alter table branding_domain
  add column page_background_color varchar(7),
  add column page_card_color       varchar(7),
  add column page_text_color       varchar(7),
  add column page_link_color       varchar(7),
  add column page_corner_radius    integer,
  add column page_font             text;
