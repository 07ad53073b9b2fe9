-- Words of one or two letters are common in Chinese, Japanese and Korean, and too short for the index of three letters.
create function letter_pairs(searched text) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select distinct unnest(array[letter, letter || coalesce(next, '')])
    from (
      select letter, lead(letter) over (order by place) as next
      from unnest(string_to_array(searched, null)) with ordinality as letters (letter, place)
    ) pairs
    where letter ~ '[々-〇぀-ヿ㐀-鿿가-힣]')
$$;

create index events_by_letter_pairs on events using gin (letter_pairs(search_text))
  where search_text ~ '[々-〇぀-ヿ㐀-鿿가-힣]';
