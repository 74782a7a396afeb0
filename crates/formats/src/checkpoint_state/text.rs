//! Protobuf's text form, as far as a message of texts and numbers needs it.

/// `name: value`, and the byte at which it stands.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) at: usize,
}

pub(super) enum Value {
    Text(String),
    Number(f64),
    /// A word, such as the name of an enum's value.
    Word,
}

/// The fields of a message, in order; those of messages inside it are not told. Errors name the byte.
pub(super) fn parse(text: &[u8]) -> Result<Vec<Field>, String> {
    let mut reader = Reader { text, at: 0 };
    let mut fields = Vec::new();
    let mut depth = 0usize;
    loop {
        reader.skip_blanks();
        match reader.peek() {
            None if depth == 0 => return Ok(fields),
            None => return Err("a message inside it has no end".to_owned()),
            Some(b',' | b';') => reader.at += 1,
            Some(b'}' | b'>') if depth > 0 => {
                depth -= 1;
                reader.at += 1;
            }
            Some(_) => {
                let at = reader.at;
                let name = reader.word().ok_or_else(|| format!("expected the name of a field at byte {at}"))?;
                reader.skip_blanks();
                let has_colon = reader.eat(b':');
                reader.skip_blanks();
                if reader.eat(b'{') || reader.eat(b'<') {
                    depth += 1;
                    continue;
                }
                if !has_colon {
                    return Err(format!("expected ':' at byte {}", reader.at));
                }
                let values = reader.values()?;
                if depth == 0 {
                    fields.extend(values.into_iter().map(|value| Field { name: name.clone(), value, at }));
                }
            }
        }
    }
}

/// A text in quotes.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '"' => out += "\\\"",
            '\'' => out += "\\'",
            '\\' => out += "\\\\",
            c if c.is_ascii_control() => out += &format!("\\{:03o}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    /// Passes over blanks and comments.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'#' => while self.next().is_some_and(|byte| byte != b'\n') {},
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    /// Letters, digits and what numbers are written with.
    fn word(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.+-".contains(&byte)) {
            self.at += 1;
        }
        let word = self.text.get(start..self.at).filter(|word| !word.is_empty())?;
        String::from_utf8(word.to_vec()).ok()
    }

    /// One value, or several in brackets.
    fn values(&mut self) -> Result<Vec<Value>, String> {
        if !self.eat(b'[') {
            return Ok(vec![self.value()?]);
        }
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.eat(b']') {
                return Ok(values);
            }
            values.push(self.value()?);
            self.skip_blanks();
            self.eat(b',');
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        if matches!(self.peek(), Some(b'"' | b'\'')) {
            return self.strings().map(Value::Text);
        }
        let at = self.at;
        let word = self.word().ok_or_else(|| format!("expected a value at byte {at}"))?;
        let number = word.strip_suffix(['f', 'F']).filter(|_| !word.ends_with("inf")).unwrap_or(&word).parse();
        Ok(number.map_or(Value::Word, Value::Number))
    }

    /// Texts in quotes; several behind each other are one.
    fn strings(&mut self) -> Result<String, String> {
        let start = self.at;
        let mut bytes = Vec::new();
        while let Some(quote @ (b'"' | b'\'')) = self.peek() {
            let begin = self.at;
            self.at += 1;
            loop {
                match self.next().ok_or_else(|| format!("the string at byte {begin} has no end"))? {
                    byte if byte == quote => break,
                    b'\\' => self.escape(&mut bytes)?,
                    byte => bytes.push(byte),
                }
            }
            self.skip_blanks();
        }
        String::from_utf8(bytes).map_err(|_| format!("the string at byte {start} is not UTF-8"))
    }

    /// What stands behind a backslash.
    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let at = self.at - 1;
        let wrong = || format!("the escape at byte {at} is none");
        let byte = self.next().ok_or_else(wrong)?;
        out.push(match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'a' => 7,
            b'b' => 8,
            b'v' => 11,
            b'f' => 12,
            b'"' | b'\'' | b'\\' | b'?' => byte,
            b'0'..=b'7' => {
                self.at -= 1;
                u8::try_from(self.digits(8, 3).ok_or_else(wrong)?).map_err(|_| wrong())?
            }
            b'x' | b'X' => self.digits(16, 2).ok_or_else(wrong)? as u8,
            b'u' | b'U' => {
                let code = self.digits(16, if byte == b'u' { 4 } else { 8 }).ok_or_else(wrong)?;
                let c = char::from_u32(code).ok_or_else(wrong)?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(wrong()),
        });
        Ok(())
    }

    /// A number of at least one and at most so many digits.
    fn digits(&mut self, radix: u32, most: usize) -> Option<u32> {
        let mut number = None;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(radix)) else { break };
            number = Some(number.unwrap_or(0u32).checked_mul(radix)?.checked_add(digit)?);
            self.at += 1;
        }
        number
    }
}
